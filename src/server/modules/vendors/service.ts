// The way to a vendor: which of them this installation knows, its keys, its turns, and whether it lets us in.
export { deleteIdleBudgets } from './budget/budget-queries.ts'
export { answered, technicalOf } from './failure.ts'
export { askHealth, type Health } from './health.ts'
export { createVendors, vendorOf, type Vendors } from './installed.ts'
export { readTokens, storeTokens } from './keys/keys.ts'
export { revokeAccess, revokeEverything } from './keys/revoke.ts'
export { deleteSecret, selectByHookKey, selectConnected, selectSecret } from './keys/secret-queries.ts'
export { currentToken, openFirstLine, openLine, openTokenLine, type Line } from './line.ts'
