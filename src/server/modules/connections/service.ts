// Connections, for other modules.
import type { Tx } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { endAllJob } from './job-names.ts'

/** An account is being closed: its connections end with it, as soon as this is committed. */
export const endConnections = (tx: Tx, { enqueue }: Dispatcher, clientId: string): Promise<void> =>
  enqueue(tx, endAllJob, { clientId }, { clientId, key: clientId })
