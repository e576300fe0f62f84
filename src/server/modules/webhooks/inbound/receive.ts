// Takes events: each is checked, and what can be applied waits durably before the answer is sent.
import { createHash } from 'node:crypto'
import { inboundLimits, type InboundReply } from '#contract/webhooks/inbound.ts'
import { jsonText } from '#server/platform/db/json.ts'
import { newId } from '#server/platform/ids.ts'
import { checkItem, type Checked, type Problem } from './check-item.ts'
import type { OpenEndpoint } from './endpoints.ts'
import type { DeliveryRow } from './queries.ts'
import { createStore, type StoreParts } from './store.ts'

/** The same for equal content in any order of keys. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`
}

const remembered = (raw: unknown, eventId: string | undefined): { text: string; ms: number } =>
  eventId === undefined
    ? { text: `content ${canonical(raw)}`, ms: inboundLimits.contentHours * 3_600_000 }
    : { text: `id ${eventId}`, ms: inboundLimits.idDays * 86_400_000 }

interface Received {
  row: DeliveryRow
  problem: Problem | undefined
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An event at the agency's own endpoint may name the company it is about. Who has the key of a company speaks for no other. */
const targetOf = ({ endpointId, companyId, byCompany }: OpenEndpoint, ref: string | undefined): string | undefined => {
  if (ref === undefined || ref === companyId) return endpointId
  return companyId === null ? byCompany.get(ref) : undefined
}

const unknownCompany: Problem = {
  code: 'unknown_company',
  text: "company_ref names no company with an endpoint of its own, or another one than this endpoint's.",
  field: 'company_ref',
}

const textAt = (raw: unknown, key: string): string | null => {
  const value = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value.slice(0, 200) : null
}

const rejectedRow = (endpoint: OpenEndpoint, raw: unknown, problem: Problem): Received => ({
  problem,
  row: {
    id: newId(),
    data_source_id: endpoint.endpointId,
    position: 0,
    event: textAt(raw, 'event'),
    event_id: textAt(raw, 'event_id'),
    payload: jsonText(raw),
    key: null,
    expires_at: null,
    problem: jsonText(problem),
    is_repeated: false,
  },
})

const receivedOf = (endpoint: OpenEndpoint, raw: unknown, checked: Checked, now: number): Received => {
  if ('problem' in checked) return rejectedRow(endpoint, raw, checked.problem)
  const { item } = checked
  const target = targetOf(endpoint, item.company_ref)
  if (target === undefined) return rejectedRow(endpoint, raw, unknownCompany)
  const { text, ms } = remembered(raw, item.event_id)
  return {
    problem: undefined,
    row: {
      id: newId(),
      data_source_id: target,
      position: 0,
      event: item.event,
      event_id: item.event_id ?? null,
      payload: jsonText(raw),
      key: hashOf(text),
      expires_at: new Date(now + ms).toISOString(),
      problem: null,
      is_repeated: false,
    },
  }
}

/** Of equal events only the first one counts. */
const markRepeated = (received: readonly Received[]): void => {
  const seen = new Set<string>()
  for (const { row } of received) {
    if (row.key === null) continue
    row.is_repeated = seen.has(row.key)
    seen.add(row.key)
  }
}

const answerOf = (received: readonly Received[], states: ReadonlyMap<string, string>): InboundReply => {
  const count = (state: string) => received.filter(({ row }) => states.get(row.id) === state).length
  return {
    accepted: count('waiting'),
    duplicates: count('duplicate'),
    rejected: received.flatMap(({ problem }, index) =>
      problem === undefined ? [] : [{ index, code: problem.code, text: problem.text }],
    ),
  }
}

/** What would be answered; nothing is stored. */
const tried = (received: readonly Received[]): InboundReply =>
  answerOf(
    received,
    new Map(received.map(({ row, problem }) => [row.id, problem ? 'rejected' : row.is_repeated ? 'duplicate' : 'waiting'])),
  )

export interface Receiver {
  receive(endpoint: OpenEndpoint, items: readonly unknown[], options: { isTest: boolean }): Promise<InboundReply>
}

/** The later an event of a call, the higher its id: lists are in the order of ids. */
const inOrder = (received: readonly Received[]): Received[] => {
  const ids = received.map(() => newId()).toSorted()
  return received.map((one, index) => ({ ...one, row: { ...one.row, id: ids[index] ?? one.row.id } }))
}

/** Calls are answered when what they sent is durable. */
export const createReceiver = (parts: StoreParts): Receiver => {
  const store = createStore(parts)
  return {
    async receive(endpoint, items, { isTest }) {
      const now = Date.now()
      const received = inOrder(items.map((raw) => receivedOf(endpoint, raw, checkItem(raw, endpoint.catalogue, now), now)))
      markRepeated(received)
      if (isTest) return tried(received)
      const rows = received.map(({ row }) => row)
      return answerOf(received, await store(endpoint, rows))
    },
  }
}
