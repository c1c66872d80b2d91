// automode: asks the gate before every tool of opencode. Written by
// `automode install opencode`; what is changed here is lost.
import { spawn } from "node:child_process"

const HOOK = __HOOK__ // the gate's command line
const WAIT = __WAIT__ // milliseconds until a gate that does not answer denies

// ask runs the gate with one event and gives what it answers. Whatever goes
// wrong is a denial.
function ask(event) {
  return new Promise((resolve) => {
    const deny = (reason) => resolve({ decision: "deny", reason: "automode: " + reason + "; run automode doctor" })
    let child
    try {
      child = spawn(HOOK[0], HOOK.slice(1), { stdio: ["pipe", "pipe", "pipe"] })
    } catch (err) {
      return deny("the gate cannot be started (" + err.message + ")")
    }
    const timer = setTimeout(() => { child.kill("SIGKILL"); deny("the gate did not answer in time") }, WAIT)
    let out = "", err = ""
    child.stdout.on("data", (b) => { out += b })
    child.stderr.on("data", (b) => { if (err.length < 4096) err += b })
    child.on("error", (e) => { clearTimeout(timer); deny("the gate cannot be started (" + e.message + ")") })
    child.on("close", (code) => {
      clearTimeout(timer)
      if (code !== 0) return deny("the gate failed (" + (err.trim() || "exit code " + code) + ")")
      if (out === "") return resolve({})
      try { resolve(JSON.parse(out)) } catch { deny("the gate's answer cannot be read") }
    })
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })
}

const told = (event) => ask(event).then(() => {}, () => {})

export const Automode = async ({ client, directory, serverUrl }) => {
  const allowed = new Map() // calls that the gate allowed, until opencode asks about them
  const later = (id) => { allowed.set(id, true); if (allowed.size > 500) allowed.delete(allowed.keys().next().value) }
  const reply = async (id, answer) => {
    const body = JSON.stringify(answer)
    await fetch(new URL("/permission/" + encodeURIComponent(id) + "/reply", serverUrl), { method: "POST", headers: { "content-type": "application/json" }, body })
  }
  return {
    event: async ({ event }) => {
      const p = event.properties || {}
      if (event.type === "permission.asked" && p.tool?.callID && allowed.has(p.tool.callID)) {
        try { await reply(p.id, { reply: "once" }) } catch {}
      } else if (event.type === "session.created" && p.sessionID) {
        await told({ event: "session.created", session: p.sessionID, directory })
      }
    },
    "chat.message": async (input, output) => {
      const text = (output.parts || []).filter((x) => x.type === "text" && !x.synthetic).map((x) => x.text).join("\n\n")
      if (text) await told({ event: "chat.message", session: input.sessionID, directory, prompt: text })
    },
    "tool.execute.before": async (input, output) => {
      const a = await ask({ event: "tool.execute.before", session: input.sessionID, call: input.callID, tool: input.tool, args: output.args ?? {}, directory })
      if (a.decision === "allow") return later(input.callID)
      if (a.decision === "ask") return
      throw new Error(a.reason || "automode denied this call")
    },
    "tool.execute.after": async (input, output) => {
      allowed.delete(input.callID)
      await told({ event: "tool.execute.after", session: input.sessionID, call: input.callID, tool: input.tool, args: input.args ?? {}, directory, response: { title: output?.title ?? "" } })
    },
  }
}
