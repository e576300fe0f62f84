import type { Connection } from '#contract/connections/connections.ts'

/** Both agreed: something is shared, or about to be. */
export const isSharing = ({ state }: Connection): boolean => state === 'IN_PROCESS' || state === 'ACTIVE'
