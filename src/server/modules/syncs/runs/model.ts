// A run as users see it: its progress, its speed, and the time left.
import type { PhaseName, Run } from '#contract/syncs/runs.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import { maskAddress } from '#server/platform/masks.ts'
import type { Row } from '#server/platform/db/scope.ts'

export interface RunRef {
  clientId: string
  runId: string
}

export type RunRow = Row<'sync_run'>
/** The same row as JSON, where times are text. */
export type RunJson = { [K in keyof RunRow]: RunRow[K] extends Date | null ? Exclude<RunRow[K], Date> | string : RunRow[K] }

export type Phase = Run['phases'][number]

export interface Progress {
  phases: Readonly<Run['phases']>
  phase: string | null
  /** The cursor of each stream that is being read. */
  cursors: Readonly<Record<string, unknown>>
  records: number
  created: number
  changed: number
  unchanged: number
  deleted: number
  merged: number
  rejected: number
  pages: number
  requests: number
  rate: number
}

/** The streams that take long. While one of their totals is unknown, the progress is unknown. */
const large = new Set<PhaseName>(['contacts', 'opportunities', 'spend'])
const isUnknown = ({ name, total, state }: Phase): boolean => large.has(name) && total === null && state !== 'done'

const weightOf = ({ name, total }: Phase): number => {
  if (total !== null) return Math.max(1, total)
  return large.has(name) ? 0 : 1
}

/** The percentage of all known records. Null while the total of a large stream is unknown. */
export const percentOf = (phases: readonly Phase[], status: Run['status']): number | null => {
  if (status === 'done' || status === 'done_with_rejects') return 100
  if (phases.length === 0) return 0
  if (phases.some(isUnknown)) return null
  const whole = phases.reduce((sum, phase) => sum + weightOf(phase), 0)
  const done = phases.reduce((sum, phase) => {
    if (phase.state === 'done') return sum + weightOf(phase)
    return phase.state === 'running' ? sum + Math.min(phase.read, weightOf(phase)) : sum
  }, 0)
  return whole === 0 ? 0 : Math.min(99, Math.floor((done / whole) * 100))
}

export const secondsLeftOf = (phases: readonly Phase[], rate: number): number | null => {
  const open = phases.filter(({ state }) => state !== 'done')
  if (rate <= 0 || open.some(isUnknown)) return null
  const left = open.reduce((sum, { total, read }) => sum + Math.max(0, (total ?? 0) - read), 0)
  return Math.ceil(left / rate)
}

const instantOf = (time: Date | string): string => new Date(time).toISOString()
const instantOrNull = (time: Date | string | null): string | null => (time === null ? null : instantOf(time))

/** Who views the run: a user of the account, or staff. */
export type Viewer = 'member' | 'staff'

/** An account sees staff as one name. Staff see each other, and users of an account masked. */
const actorFor = (viewer: Viewer, origin: Run['origin'], actor: string | null): string | null => {
  if (origin === 'staff') return viewer === 'staff' ? actor : 'Tributary staff'
  return viewer === 'staff' ? maskAddress(actor) : actor
}

/** The table stores these values as text. */
type Words = Pick<Run, 'kind' | 'origin' | 'status' | 'phase' | 'error_kind'>

export const runOf = (row: RunRow | Omit<RunJson, 'cursor'>, viewer: Viewer): Run => {
  const { kind, origin, status, phase, error_kind } = row as Words
  const phases = row.phases as unknown as Phase[]
  const isOpen = isOpenStatus(status)
  return {
    id: row.id,
    integration_id: row.integration_id,
    kind,
    origin,
    actor: actorFor(viewer, origin, row.actor),
    status,
    phase,
    phases,
    percent: percentOf(phases, status),
    records: row.records,
    created: row.created,
    changed: row.changed,
    unchanged: row.unchanged,
    deleted: row.deleted,
    merged: row.merged,
    rejected: row.rejected,
    pages: row.pages,
    requests: row.requests,
    rate: row.rate,
    seconds_left: isOpen ? secondsLeftOf(phases, row.rate) : null,
    is_canceling: isOpen && row.cancel_requested,
    error_kind,
    error_text: row.error_text,
    ...(viewer === 'staff' ? { technical: row.technical } : {}),
    waiting_until: isOpen ? instantOrNull(row.waiting_until) : null,
    resume_at: instantOrNull(row.resume_at),
    created_at: instantOf(row.created_at),
    started_at: instantOrNull(row.started_at),
    finished_at: instantOrNull(row.finished_at),
  }
}
