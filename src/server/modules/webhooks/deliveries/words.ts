// What became of a delivery, in words.
import type { DeliveryRow } from './queries.ts'

interface Problem {
  code: string
  text: string
}

const done = {
  created: 'Added',
  changed: 'Updated',
  unchanged: 'Nothing new',
} as const

const plural = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const dayMs = 86_400_000

/** A stage that was reached long before it was reported. */
const placed = ({ stage, occurred_at: occurredAt, received_at: receivedAt }: DeliveryRow): string | undefined => {
  if (!stage) return undefined
  const days = occurredAt === null ? 0 : Math.floor((receivedAt.getTime() - Date.parse(occurredAt)) / dayMs)
  return days >= 1 ? `${stage}, ${plural(days, 'day', 'days')} ago, put in place` : stage
}

const applied = (row: DeliveryRow): string => {
  const setAside = row.set_aside.length
  return [
    done[(row.effect as keyof typeof done | null) ?? 'unchanged'],
    placed(row),
    setAside > 0 ? plural(setAside, 'new property', 'new properties') : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' · ')
}

type Words = (row: DeliveryRow, viewer: { isStaff: boolean }) => string

const words: Record<string, Words> = {
  waiting: () => 'Waiting to be applied',
  held: () => "Held: this month's automation events are used up",
  duplicate: (row) => (row.event_id === null ? 'Same content within 24 hours' : 'Same event ID as an earlier one'),
  // Texts of problems quote what was sent, which staff do not see.
  rejected: ({ problem }, { isStaff }) => (problem as Problem | null)?.[isStaff ? 'code' : 'text'] ?? '',
  applied,
}

export const detailOf: Words = (row, viewer) => words[row.state]?.(row, viewer) ?? ''
