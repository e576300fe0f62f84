// A run as people see it: how far it is, how fast, and what is left.
import { openRunStatuses, type PhaseName, type Run } from '#contract/runs.ts'
import { maskAddress } from '#server/platform/masks.ts'

export type Phase = Run['phases'][number]

/** What takes long: while nobody knows how much of it there is, nobody knows how far the run is. */
const large = new Set<PhaseName>(['contacts', 'opportunities', 'spend'])
const isUnknown = ({ name, total, state }: Phase): boolean => large.has(name) && total === null && state !== 'done'

const weightOf = ({ name, total }: Phase): number => {
  if (total !== null) return Math.max(1, total)
  return large.has(name) ? 0 : 1
}

/** Of what is known to be there. Null while a large part is of unknown size. */
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

const instantOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : new Date(value as string).toISOString()

const isOpen = (status: Run['status']): boolean => (openRunStatuses as readonly string[]).includes(status)

/** Who looks: somebody of the account, or one of our own people. */
export type Viewer = 'member' | 'staff'

/** An account knows our own people as one; they know each other, and whoever belongs to an account is masked for them. */
const actorFor = (viewer: Viewer, origin: Run['origin'], actor: string | null): string | null => {
  if (origin === 'staff') return viewer === 'staff' ? actor : 'Tributary staff'
  return viewer === 'staff' ? maskAddress(actor) : actor
}

/** From a row, or from the same row as JSON. */
export const runOf = (row: Readonly<Record<string, unknown>>, viewer: Viewer): Run => {
  const status = row['status'] as Run['status']
  const phases = row['phases'] as Phase[]
  const rate = row['rate'] as number
  const origin = row['origin'] as Run['origin']
  const number = (name: string): number => row[name] as number
  return {
    id: row['id'] as string,
    integration_id: row['integration_id'] as string,
    kind: row['kind'] as Run['kind'],
    origin,
    actor: actorFor(viewer, origin, row['actor'] as string | null),
    status,
    phase: row['phase'] as PhaseName | null,
    phases,
    percent: percentOf(phases, status),
    records: number('records'),
    created: number('created'),
    changed: number('changed'),
    unchanged: number('unchanged'),
    deleted: number('deleted'),
    merged: number('merged'),
    rejected: number('rejected'),
    pages: number('pages'),
    requests: number('requests'),
    rate,
    seconds_left: isOpen(status) ? secondsLeftOf(phases, rate) : null,
    is_canceling: isOpen(status) && row['cancel_requested'] === true,
    error_kind: row['error_kind'] as string | null,
    error_text: row['error_text'] as string | null,
    ...(viewer === 'staff' ? { technical: row['technical'] as string | null } : {}),
    waiting_until: isOpen(status) ? instantOf(row['waiting_until']) : null,
    resume_at: instantOf(row['resume_at']),
    created_at: instantOf(row['created_at']) ?? '',
    started_at: instantOf(row['started_at']),
    finished_at: instantOf(row['finished_at']),
  }
}
