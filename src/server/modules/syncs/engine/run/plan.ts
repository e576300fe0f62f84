// Which phases a run has, and what its failures mean: decisions without any waiting.
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
  /** The run is over, and so is our access. */
  | { kind: 'lost'; errorKind: 'auth_lost' | 'refused'; text: string }
  /** The run is over; the next one may do better. */
  | { kind: 'failed'; errorKind: 'bad_answer' | 'unavailable' | 'rate_limited' | 'internal' | 'held'; text: string }
  /** Laid aside for so many seconds. */
  | { kind: 'later'; errorKind: 'unavailable' | 'rate_limited' | 'internal'; text: string; seconds: number }

/** Where it is only a part of a source that is wanted, a read cannot tell who is gone from who is left out. */
export type RemovalCause = 'vendor' | 'choice'

interface Removal {
  object: RecordObject
  vanished: number
  /** How many we held. */
  own: number
  cause: RemovalCause
}

const counted = (n: number): string => n.toLocaleString('en')

/** More vanished than a person would delete: nothing was removed. */
export class PendingRemoval extends Error {
  readonly removal: Removal
  /** Who they are; none where that is known from before. */
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

/** Something about one stream, which would be no different if the others waited: they are read to their end. */
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

/** What is done about a failure. `failures` counts those in a row without a single page in between. */
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
