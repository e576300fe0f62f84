import type { Integration } from '#contract/integrations.ts'
import { isOpenStatus } from '#contract/sources.ts'

export type SourceState = 'reconnect' | 'setup' | 'failing' | 'syncing' | 'paused' | 'waiting' | 'fresh' | 'disconnected'

/** How a source is, in one word; what somebody has to do something about wins over everything else. */
export const sourceStateOf = (source: Integration): SourceState => {
  const { status, needs, last_run: run, is_failing: isFailing, last_success_at: lastSuccess } = source
  if (status !== 'active') return status === 'error' ? 'reconnect' : 'disconnected'
  if (needs !== null) return 'setup'
  if (run && isOpenStatus(run.status)) return run.status === 'partial' && run.resume_at !== null ? 'paused' : 'syncing'
  if (isFailing) return 'failing'
  return lastSuccess === null ? 'waiting' : 'fresh'
}

const troubles = ['reconnect', 'setup', 'failing'] as const
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

export interface Summary {
  connected: number
  /** Those that bring contacts; ad accounts bring spend. */
  withContacts: number
  upToDate: number
  syncing: number
  paused: number
  waiting: number
  troubled: number
  contacts: number
  opportunities: number
  lastSync: string | null
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)

/** The account's sources in figures. A disconnected one counts for nothing: its data is about to be erased. */
export const summaryOf = (sources: readonly Integration[]): Summary => {
  const connected = sources.filter(({ status }) => status !== 'disconnected')
  const countOf = (...wanted: SourceState[]) => connected.filter((source) => wanted.includes(sourceStateOf(source))).length
  const syncs = connected.flatMap(({ last_success_at: at }) => at ?? [])
  return {
    connected: connected.length,
    withContacts: connected.filter(({ category }) => category !== 'social').length,
    upToDate: countOf('fresh'),
    syncing: countOf('syncing'),
    paused: countOf('paused'),
    waiting: countOf('waiting'),
    troubled: countOf(...troubles),
    contacts: sum(connected.map(({ contacts }) => contacts)),
    opportunities: sum(connected.map(({ opportunities }) => opportunities)),
    lastSync: syncs.toSorted().at(-1) ?? null,
  }
}

const notUpToDate = ['troubled', 'syncing', 'paused', 'waiting'] as const

/** Why not every source is up to date: what needs somebody first, then what is under way. Undefined where all are. */
export const mainReason = (summary: Summary): (typeof notUpToDate)[number] | undefined =>
  notUpToDate.find((reason) => summary[reason] > 0)
