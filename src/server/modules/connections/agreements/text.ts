// The text of criteria: the sentence that users read, and the hash of what they agree to.
import { createHash } from 'node:crypto'
import { leavesOf, type Criteria } from '#contract/criteria/criteria.ts'
import { sentenceOf } from '#contract/criteria/sentence/sentence.ts'
import type { Names } from '#contract/criteria/sentence/words.ts'
import { canonical } from '#contract/criteria/text.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { findIntegration } from '../../integrations/service.ts'
import { selectNames } from './name-queries.ts'

/** Where the vendor's names of what conditions mention are. */
export const tables = { pipeline: 'pipeline', stage: 'pipeline_stage', list: 'crm_list', owner: 'crm_owner' } as const

/** The names of what criteria mention, as the vendor has them. */
export const namesFor = async (
  tx: Tx,
  { clientId, company }: { clientId: string; company: string },
  criteria: Criteria,
): Promise<Names> => {
  const { integration_id: integrationId } = criteria
  const { name } = await findIntegration(tx, { clientId, integrationId })
  const leaves = leavesOf(criteria.filter)
  const namesOf = async (field: keyof typeof tables): Promise<Record<string, string>> => {
    const ids = leaves.filter((leaf) => leaf.field === field).flatMap(({ values = [] }) => values)
    if (ids.length === 0) return {}
    const rows = await selectNames(tx, { clientId, integrationId }, tables[field], ids)
    return Object.fromEntries(rows.flatMap((row) => (row.name === null ? [] : [[row.id, row.name]])))
  }
  return {
    company,
    pipeline: await namesOf('pipeline'),
    stage: await namesOf('stage'),
    list: await namesOf('list'),
    owner: await namesOf('owner'),
    integration: { [integrationId]: name },
  }
}

export const textOf = (criteria: Criteria, names: Names) => {
  const { segments, text } = sentenceOf(criteria, names)
  const hash = createHash('sha256')
    .update(`${text}\n${canonical(criteria)}`)
    .digest('hex')
  return { segments, sentence: text, textHash: `sha256:${hash}` }
}
