import type { Integration } from '#contract/integrations/integrations.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import type { useMay } from '#web/lib/may.ts'

export type SourceState =
  | 'reconnect'
  | 'removal'
  | 'setup'
  | 'failing'
  | 'syncing'
  | 'paused'
  | 'waiting'
  | 'skipping'
  | 'fresh'
  | 'disconnected'

/** The state while no sync is running. */
const idleStateOf = ({ removal, is_failing: isFailing, skipped, last_success_at: lastSuccess }: Integration): SourceState => {
  if (removal !== null) return 'removal'
  if (isFailing) return 'failing'
  if (lastSuccess === null) return 'waiting'
  return skipped > 0 ? 'skipping' : 'fresh'
}

/** The state of a source; states that need a user's action take precedence. */
export const sourceStateOf = (source: Integration): SourceState => {
  const { status, needs, last_run: run } = source
  if (status !== 'active') return status === 'error' ? 'reconnect' : 'disconnected'
  if (needs !== null) return 'setup'
  if (run && isOpenStatus(run.status)) return run.status === 'partial' && run.resume_at !== null ? 'paused' : 'syncing'
  return idleStateOf(source)
}

const troubles = ['reconnect', 'removal', 'setup', 'failing'] as const
export type Trouble = (typeof troubles)[number]

interface TroubledSource {
  source: Integration
  trouble: Trouble
}

/** The sources in trouble, the worst first. */
export const troubledSources = (sources: readonly Integration[]): TroubledSource[] => {
  const states = sources.map((source) => ({ source, state: sourceStateOf(source) }))
  return troubles.flatMap((trouble) => states.filter(({ state }) => state === trouble).map(({ source }) => ({ source, trouble })))
}

/** Only admins may decide about a removal; every user may look at why a source fails. */
export const mayRepair = (may: ReturnType<typeof useMay>, trouble: Trouble): boolean =>
  trouble === 'failing' || may('integrations', trouble === 'removal' ? 'x' : 'w')

export interface Summary {
  connected: number
  /** Sources with contacts; ad accounts have spend instead. */
  withContacts: number
  upToDate: number
  syncing: number
  paused: number
  waiting: number
  troubled: number
  skipped: number
  /** The only source with skipped rows; null if there are several. */
  skippedBy: string | null
  contacts: number
  opportunities: number
  lastSync: string | null
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

/** The numbers of the account's sources. A disconnected one does not count: its data is about to be erased. */
export const summaryOf = (sources: readonly Integration[]): Summary => {
  const connected = sources.filter(({ status }) => status !== 'disconnected')
  const countOf = (...states: SourceState[]) => connected.filter((source) => states.includes(sourceStateOf(source))).length
  const skipping = connected.filter(({ skipped }) => skipped > 0)
  const syncs = connected.flatMap(({ last_success_at: at }) => at ?? [])
  return {
    connected: connected.length,
    withContacts: connected.filter(({ abilities }) => abilities.includes('contacts')).length,
    upToDate: countOf('fresh', 'skipping'),
    syncing: countOf('syncing'),
    paused: countOf('paused'),
    waiting: countOf('waiting'),
    troubled: countOf(...troubles),
    skipped: sum(skipping.map(({ skipped }) => skipped)),
    skippedBy: skipping.length === 1 ? (skipping[0]?.id ?? null) : null,
    contacts: sum(connected.map(({ contacts }) => contacts)),
    opportunities: sum(connected.map(({ opportunities }) => opportunities)),
    lastSync: syncs.toSorted().at(-1) ?? null,
  }
}

const notUpToDate = ['troubled', 'syncing', 'paused', 'waiting'] as const

/** Why not every source is up to date: what needs a user first, then what is in progress. Undefined if all are up to date. */
export const mainReason = (summary: Summary): (typeof notUpToDate)[number] | undefined =>
  notUpToDate.find((reason) => summary[reason] > 0)
