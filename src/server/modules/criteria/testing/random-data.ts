// Records at random, the same for the same seed, with the values that criteria at random ask for.
import { integrationIds, randomDays, randomNames, randomSources, randomTags } from '#contract/criteria/testing/random-criteria.ts'
import type { Random } from '#contract/criteria/testing/random-criteria.ts'
import type { PlainContact, PlainData, PlainOpportunity } from './evaluate.ts'

const orNone = <T>(random: Random, items: readonly T[]): T | null => (random.isTrue(0.25) ? null : random.pick(items))

const recordOf = (random: Random, id: string) => ({
  id,
  integrationId: random.isTrue(0.8) ? 'i1' : random.pick(integrationIds),
  source: orNone(random, [...randomSources, '', ' ']),
  ownerId: orNone(random, Object.keys(randomNames.owner)),
  fields: {
    lead_source: orNone(random, randomSources),
    Source: orNone(random, randomSources),
    size: orNone(random, [39, true, '39']),
  },
  createdAt: `${random.pick(randomDays)}T${random.pick(['00:00:00.000', '23:59:59.999'])}Z`,
  isDeleted: random.isTrue(0.1),
})

const idsOf = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

export const randomData = (random: Random, size: number): PlainData => {
  const contactIds = idsOf('c', size)
  const contacts = contactIds.map((id): PlainContact => ({
    ...recordOf(random, id),
    tags: random.some(randomTags, random.below(6)),
    mergedInto: random.isTrue(0.05) ? random.pick(contactIds) : null,
  }))
  const opportunities = idsOf('d', size).map((id): PlainOpportunity => ({
    ...recordOf(random, id),
    pipelineId: orNone(random, Object.keys(randomNames.pipeline)),
    stageId: orNone(random, Object.keys(randomNames.stage)),
    contactIds: random.some(contactIds, 0),
  }))
  const lists = Object.fromEntries(Object.keys(randomNames.list).map((id) => [id, random.some(contactIds, 1)]))
  return { contacts, opportunities, lists }
}
