// What an event says about an opportunity. A stage is put where it belongs in time, in whatever order events arrive.
import type { OpportunityRecord, StageEntry } from '../../crm/model.ts'
import type { CheckedItem } from '../inbound/check-item.ts'
import type { OpportunityDraft } from './drafts.ts'
import type { Mapped } from './mapped.ts'
import type { Pipelines } from './pipelines.ts'

type Changing = { -readonly [Key in keyof OpportunityRecord]: OpportunityRecord[Key] }

const columns = ['name', 'amount', 'currency', 'source'] as const
type Column = (typeof columns)[number]
const isColumn = (name: string): name is Column => columns.some((one) => one === name)

export const concernsOpportunity = ({ item }: CheckedItem, { opportunity }: Mapped): boolean =>
  item.event === 'stage.changed' ||
  item.event.startsWith('deal.') ||
  opportunity.size > 0 ||
  (item.event !== 'touch' && (item.stage ?? item.pipeline ?? item.amount) !== undefined)

/** As the database stores it: two decimals. */
const amountText = (amount: number): string => amount.toFixed(2)

const givenColumns = ({ item }: CheckedItem, { opportunity }: Mapped): Map<Column, string> => {
  const given = new Map<Column, string>()
  for (const [name, value] of opportunity)
    if (isColumn(name)) given.set(name, name === 'amount' ? amountText(Number(value)) : String(value))
  if (item.amount !== undefined) given.set('amount', amountText(item.amount))
  if (item.currency) given.set('currency', item.currency)
  if (item.source) given.set('source', item.source)
  return given
}

const changeColumns = (record: Changing, checked: CheckedItem, mapped: Mapped, isNewer: boolean): boolean => {
  const before = JSON.stringify([columns.map((name) => record[name]), record.fields])
  for (const [name, value] of givenColumns(checked, mapped)) {
    // The first source is never overwritten.
    if (record[name] === null || (isNewer && name !== 'source')) record[name] = value
  }
  for (const [name, value] of mapped.opportunity)
    if (!isColumn(name) && (isNewer || record.fields[name] === undefined)) record.fields = { ...record.fields, [name]: value }
  return JSON.stringify([columns.map((name) => record[name]), record.fields]) !== before
}

/** Two equal stages that follow each other are one. */
const addStage = (draft: OpportunityDraft, entry: StageEntry): boolean => {
  const before = draft.stages.findLast(({ at }) => at <= entry.at)
  if (before?.stageId === entry.stageId) return false
  draft.stages = [...draft.stages, entry].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  draft.newStages.push(entry)
  return true
}

interface News {
  outcome: OpportunityRecord['outcome']
  at: string
}

/** An outcome that is older than the last stage or the last outcome says nothing about today. */
const settle = (record: Changing, { outcome, at }: News, lastStageAt: string): boolean => {
  if (record.closedAt !== null && record.closedAt > at) return false
  if (record.outcome === 'open' && lastStageAt > at) return false
  if (record.outcome === outcome && (outcome === 'open' || record.closedAt !== null)) return false
  record.outcome = outcome
  record.closedAt = outcome === 'open' ? null : at
  return true
}

const outcomeOf = (event: string): 'won' | 'lost' | undefined =>
  event === 'deal.won' ? 'won' : event === 'deal.lost' ? 'lost' : undefined

interface Change {
  draft: OpportunityDraft
  record: Changing
  checked: CheckedItem
  at: string
  pipelines: Pipelines
}

/** A stage that stands for an outcome. */
const closeByStage = ({ record, checked, at }: Change, stage: News['outcome'], lastAt: string | undefined): boolean =>
  lastAt === at && outcomeOf(checked.item.event) === undefined && settle(record, { outcome: stage, at }, at)

const changeStage = (change: Change): boolean => {
  const { draft, record, checked, at, pipelines } = change
  if (!checked.item.stage) return false
  const pipelineId = record.pipelineId ?? pipelines.pipeline('default')
  const stage = pipelines.stage(pipelineId, checked.item.stage)
  const isAdded = addStage(draft, { stageId: stage.externalId, pipelineId, at })
  const last = draft.stages.at(-1)
  const isMoved = last !== undefined && record.stageId !== last.stageId
  if (last) record.stageId = last.stageId
  const isClosed = closeByStage(change, stage.outcome, last?.at)
  return isAdded || isMoved || isClosed
}

const changeOutcome = ({ draft, record, checked, at }: Change): boolean => {
  const outcome = outcomeOf(checked.item.event)
  return outcome !== undefined && settle(record, { outcome, at }, draft.stages.at(-1)?.at ?? '')
}

const join = (record: Changing, contactId: string): boolean => {
  if (record.contactIds.includes(contactId)) return false
  record.contactIds = [...record.contactIds, contactId]
  return true
}

/** Returns whether anything is different. */
export const changeOpportunity = (
  draft: OpportunityDraft,
  checked: CheckedItem,
  mapped: Mapped,
  { at, contactId, pipelines }: { at: string; contactId: string; pipelines: Pipelines },
): boolean => {
  const record: Changing = { ...draft.record }
  const isNewer = record.updatedAt === null || at >= record.updatedAt
  const change = { draft, record, checked, at, pipelines }
  const news = [
    changeColumns(record, checked, mapped, isNewer),
    changeStage(change),
    changeOutcome(change),
    join(record, contactId),
  ]
  const isDifferent = news.includes(true)
  if (!isDifferent && draft.id !== null) return false
  draft.record = { ...record, updatedAt: isNewer ? at : record.updatedAt, raw: checked.item }
  draft.isChanged = true
  return isDifferent
}
