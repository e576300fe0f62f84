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

/** While no sync is under way. */
const restingStateOf = ({ removal, is_failing: isFailing, skipped, last_success_at: lastSuccess }: Integration): SourceState => {
  if (removal !== null) return 'removal'
  if (isFailing) return 'failing'
  if (lastSuccess === null) return 'waiting'
  return skipped > 0 ? 'skipping' : 'fresh'
}

/** How a source is, in one word; what somebody has to do something about wins over everything else. */
export const sourceStateOf = (source: Integration): SourceState => {
  const { status, needs, last_run: run } = source
  if (status !== 'active') return status === 'error' ? 'reconnect' : 'disconnected'
  if (needs !== null) return 'setup'
  if (run && isOpenStatus(run.status)) return run.status === 'partial' && run.resume_at !== null ? 'paused' : 'syncing'
  return restingStateOf(source)
}

const troubles = ['reconnect', 'removal', 'setup', 'failing'] as const
export type Trouble = (typeof troubles)[number]

interface TroubledSource {
  source: Integration
  trouble: Trouble
}

/** What is broken, the worst first. */
export const troubledSources = (sources: readonly Integration[]): TroubledSource[] => {
  const states = sources.map((source) => ({ source, state: sourceStateOf(source) }))
  return troubles.flatMap((trouble) => states.filter(({ state }) => state === trouble).map(({ source }) => ({ source, trouble })))
}

/** To decide about a removal is for admins; to look why something fails is for everybody. */
export const mayRepair = (may: ReturnType<typeof useMay>, trouble: Trouble): boolean =>
  trouble === 'failing' || may('integrations', trouble === 'removal' ? 'x' : 'w')

export interface Summary {
  connected: number
  /** Those that bring contacts; ad accounts bring spend. */
  withContacts: number
  upToDate: number
  syncing: number
  paused: number
  waiting: number
  troubled: number
  skipped: number
  /** The one source that has skipped rows; null where several have. */
  skippedBy: string | null
  contacts: number
  opportunities: number
  lastSync: string | null
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

/** The account's sources in figures. A disconnected one counts for nothing: its data is about to be erased. */
export const summaryOf = (sources: readonly Integration[]): Summary => {
  const connected = sources.filter(({ status }) => status !== 'disconnected')
  const countOf = (...wanted: SourceState[]) => connected.filter((source) => wanted.includes(sourceStateOf(source))).length
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

/** Why not every source is up to date: what needs somebody first, then what is under way. Undefined where all are. */
export const mainReason = (summary: Summary): (typeof notUpToDate)[number] | undefined =>
  notUpToDate.find((reason) => summary[reason] > 0)
