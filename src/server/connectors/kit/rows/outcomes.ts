import type { SyncSettings } from '#contract/sync-settings.ts'
import type { Outcome, PipelineRecord } from '../records.ts'
import { ConnectorFailure } from '../failures.ts'
import { fingerprintOf } from './columns.ts'

const won = ['won', 'closed won', 'win', 'sold', 'signed', 'converted', 'customer', 'success', 'successful', 'paid']
const lost = [
  'lost',
  'closed lost',
  'loss',
  'dead',
  'disqualified',
  'not interested',
  'rejected',
  'declined',
  'abandoned',
  'unqualified',
]

export interface OutcomeWords {
  won: ReadonlySet<string>
  lost: ReadonlySet<string>
  /** Nobody has chosen words: a plain yes or no in the outcome column counts too. */
  areUsual: boolean
}

const setOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(fingerprintOf))
const chosen = (words: readonly string[] | undefined): words is readonly string[] => words !== undefined && words.length > 0

export const outcomeWords = ({ won_values: ofWon, lost_values: ofLost }: SyncSettings): OutcomeWords => ({
  won: setOf(chosen(ofWon) ? ofWon : won),
  lost: setOf(chosen(ofLost) ? ofLost : lost),
  areUsual: !chosen(ofWon) && !chosen(ofLost),
})

export const outcomeOfWord = (text: string, words: OutcomeWords): Outcome => {
  const word = fingerprintOf(text)
  if (words.won.has(word)) return 'won'
  return words.lost.has(word) ? 'lost' : 'open'
}

/** The outcome column has the last word; an empty one leaves it to the stage. A box that is not ticked (yet) says nothing. */
export const outcomeOf = (outcome: string | null, stage: string | null, words: OutcomeWords): Outcome => {
  if (outcome === null) return stage === null ? 'open' : outcomeOfWord(stage, words)
  const word = fingerprintOf(outcome)
  if (words.areUsual && (word === 'yes' || word === 'true')) return 'won'
  if (words.areUsual && word === 'no') return 'lost'
  return outcomeOfWord(outcome, words)
}

export interface StagePlace {
  pipeline: string
  stage: string | null
}

interface Named {
  readonly id: string
  readonly name: string
}
/** Pipelines and stages in the order in which they were met. Plain JSON: it travels in cursors. */
export type StageBook = readonly { readonly id: string; readonly name: string; readonly stages: readonly Named[] }[]

export const usualPipeline = 'default'
const stagesMax = 300

/** Where nothing is left of a value, the value itself still tells it from others. */
export const idOfValue = (text: string): string => fingerprintOf(text) || text

export const noteStages = (book: StageBook, places: readonly StagePlace[]): StageBook => {
  const met = new Map(
    book.map(({ id, name, stages }) => [id, { name, stages: new Map(stages.map((one) => [one.id, one.name])) }]),
  )
  for (const { pipeline, stage } of places) {
    const id = idOfValue(pipeline)
    const entry = met.get(id) ?? { name: pipeline, stages: new Map<string, string>() }
    met.set(id, entry)
    if (stage !== null && !entry.stages.has(idOfValue(stage))) entry.stages.set(idOfValue(stage), stage)
  }
  const count = [...met.values()].reduce((sum, { stages }) => sum + 1 + stages.size, 0)
  if (count > stagesMax)
    throw new ConnectorFailure(
      'refused',
      `The columns for pipeline and stage hold more than ${stagesMax} different values. Check which columns they are mapped to.`,
    )
  return [...met].map(([id, { name, stages }]) => ({
    id,
    name,
    stages: [...stages].map(([key, value]) => ({ id: key, name: value })),
  }))
}

export const pipelinesOf = (book: StageBook, words: OutcomeWords): PipelineRecord[] =>
  book.map(({ id, name, stages }, order) => ({
    externalId: id,
    name,
    order,
    stages: stages.map((stage, place) => ({
      externalId: stage.id,
      name: stage.name,
      order: place,
      outcome: outcomeOfWord(stage.name, words),
    })),
  }))
