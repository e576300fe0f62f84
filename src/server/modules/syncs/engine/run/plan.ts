// Which phases a run has, and what its failures mean. Pure functions.
import type { PhaseName } from '#contract/syncs/runs.ts'
import { objectsOf, streamsOf, type Connector } from '#server/connectors/kit/connector.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { RecordObject } from '#server/connectors/kit/records.ts'
import type { Phase } from '../../runs/model.ts'

export const phasesOf = (connector: Connector): Phase[] => {
  const names: PhaseName[] = [
    ...(connector.read?.remap ? (['retries'] as const) : []),
    ...streamsOf(connector).map(({ name }) => name),
    ...(connector.webhook ? (['hints'] as const) : []),
    ...(objectsOf(connector).length > 0 || connector.adAccounts?.countSpend ? (['reconcile'] as const) : []),
  ]
  return names.map((name) => ({ name, state: 'waiting', read: 0, total: null, pages: 0 }))
}

export const streamOf = (object: RecordObject): 'contacts' | 'opportunities' =>
  object === 'contact' ? 'contacts' : 'opportunities'

export type Decision =
  /** The run has ended, and we have lost access. */
  | { kind: 'lost'; errorKind: 'auth_lost' | 'refused'; text: string }
  /** The run has ended; the next run may succeed. */
  | { kind: 'failed'; errorKind: 'bad_answer' | 'unavailable' | 'rate_limited' | 'internal' | 'held'; text: string }
  /** The run is deferred for this many seconds. */
  | { kind: 'later'; errorKind: 'unavailable' | 'rate_limited' | 'internal'; text: string; seconds: number }

/** With filters in the settings, a read cannot tell records that were deleted from records that no longer match. */
export type RemovalCause = 'vendor' | 'choice'

interface Removal {
  object: RecordObject
  vanished: number
  /** How many records we had stored. */
  own: number
  cause: RemovalCause
}

const counted = (n: number): string => n.toLocaleString('en')

/** More records vanished than a user would plausibly delete: nothing was removed. */
export class PendingRemoval extends Error {
  readonly removal: Removal
  /** The ids of the missing records. Empty if they are known from an earlier run. */
  readonly ids: readonly string[]
  constructor(removal: Removal, ids: readonly string[] = []) {
    const { object, vanished } = removal
    const what = object === 'contact' ? 'contacts' : 'opportunities'
    super(
      `The last sync would remove ${counted(vanished)} ${what}. Nothing has been removed yet. An admin has to approve the removal or keep them.`,
    )
    this.removal = removal
    this.ids = ids
  }
}

/** A failure that concerns one stream only: the other streams are read to their end. */
export const isItsOwn = (error: unknown): boolean =>
  error instanceof PendingRemoval ||
  (error instanceof ConnectorFailure && (error.kind === 'bad_answer' || error.kind === 'refused'))

const patience = { rate_limited: 200, unavailable: 40, internal: 5 } as const
const pauseMax = 3600

const laterOrNever = (
  errorKind: keyof typeof patience,
  text: string,
  state: { failures: number; seconds?: number },
): Decision => {
  if (state.failures >= patience[errorKind]) return { kind: 'failed', errorKind, text }
  const seconds = state.seconds ?? Math.min(pauseMax, 10 * 2 ** Math.min(state.failures, 10))
  return { kind: 'later', errorKind, text, seconds }
}

const ownFault = "Something went wrong on our side. We'll try the sync again."

/** Decides what to do about a failure. `failures` counts failures in a row without a saved page in between. */
export const decide = (error: unknown, failures: number): Decision => {
  if (error instanceof PendingRemoval) return { kind: 'failed', errorKind: 'held', text: error.message }
  if (!(error instanceof ConnectorFailure)) return laterOrNever('internal', ownFault, { failures })
  const { kind, message, retryAfterMs } = error
  if (kind === 'auth_lost' || kind === 'refused') return { kind: 'lost', errorKind: kind, text: message }
  if (kind === 'bad_answer') return { kind: 'failed', errorKind: kind, text: `${message} We'll try again at the next sync.` }
  return laterOrNever(kind, message, {
    failures,
    ...(retryAfterMs === undefined ? {} : { seconds: Math.ceil(retryAfterMs / 1000) }),
  })
}
