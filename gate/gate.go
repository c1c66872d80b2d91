// Package gate decides calls: it walks each one through rules, guards, mode,
// fast paths and judges, keeps the session's ledger, and answers with a
// decision. It is total: trouble is a decision with a stable code.
package gate
