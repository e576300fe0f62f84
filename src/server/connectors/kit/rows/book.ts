// Pipelines, stages and owners that rows mention. No list of them exists, so they are collected while reading and
// returned at the end.
import { z } from 'zod'
import { ConnectorFailure } from '../failures.ts'
import type { OwnerRecord, PipelineRecord } from '../records.ts'
import { fingerprintOf } from './columns.ts'
import { outcomeOfWord, type OutcomeWords } from './values/outcomes.ts'

const named = z.object({ id: z.string(), name: z.string() })
/** Plain JSON, in the order of their first mention: it is part of cursors. */
export const bookShape = z.object({
  pipelines: z.array(named.extend({ stages: z.array(named) })),
  owners: z.array(named),
})
export type Book = z.infer<typeof bookShape>
export const emptyBook: Book = { pipelines: [], owners: [] }

/** What one row mentions. */
export interface Mention {
  pipeline: string | null
  stage: string | null
  owner: string | null
}

const stagesMax = 300
const ownersMax = 1000

/** If nothing is left of a value, the value itself still distinguishes it. */
export const idOfValue = (text: string): string => fingerprintOf(text) || text

const listOf = (map: ReadonlyMap<string, string>) => [...map].map(([id, name]) => ({ id, name }))
const mapOf = (list: readonly { id: string; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]))

const notePipelines = (known: Book['pipelines'], mentions: readonly Mention[]): Book['pipelines'] => {
  const found = new Map(known.map(({ id, name, stages }) => [id, { name, stages: mapOf(stages) }]))
  for (const { pipeline, stage } of mentions) {
    if (pipeline === null) continue
    const entry = found.get(idOfValue(pipeline)) ?? { name: pipeline, stages: new Map<string, string>() }
    found.set(idOfValue(pipeline), entry)
    if (stage !== null && !entry.stages.has(idOfValue(stage))) entry.stages.set(idOfValue(stage), stage)
  }
  const count = [...found.values()].reduce((sum, { stages }) => sum + 1 + stages.size, 0)
  if (count > stagesMax)
    throw new ConnectorFailure(
      'refused',
      `The columns for pipeline and stage have more than ${stagesMax} different values. Check which columns you mapped.`,
    )
  return [...found].map(([id, { name, stages }]) => ({ id, name, stages: listOf(stages) }))
}

export const note = (book: Book, mentions: readonly Mention[]): Book => {
  const owners = mapOf(book.owners)
  for (const { owner } of mentions)
    if (owner !== null && owners.size < ownersMax && !owners.has(idOfValue(owner))) owners.set(idOfValue(owner), owner)
  return { pipelines: notePipelines(book.pipelines, mentions), owners: listOf(owners) }
}

/** For the last page: each pipeline and owner is returned once. */
export const catalogueOf = (book: Book, words: OutcomeWords): { pipelines: PipelineRecord[]; owners: OwnerRecord[] } => ({
  pipelines: book.pipelines.map(({ id, name, stages }, order) => ({
    externalId: id,
    name,
    order,
    stages: stages.map((stage, place) => ({
      externalId: stage.id,
      name: stage.name,
      order: place,
      outcome: outcomeOfWord(stage.name, words),
    })),
  })),
  owners: book.owners.map(({ id, name }) => ({ externalId: id, name, email: name.includes('@') ? name : null })),
})
