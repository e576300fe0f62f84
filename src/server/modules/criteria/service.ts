// What criteria share of a company's records.
import type { RawBuilder } from 'kysely'
import type { Criteria } from '#contract/criteria/criteria.ts'
import type { SourceField, SuggestedField, Suggestion } from '#contract/criteria/suggestions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadExclusions } from '../exclusions/service.ts'
import { findIntegration } from '../integrations/service.ts'
import { selectAffected } from './affected-queries.ts'
import { stopWhenAborted, type Stop } from './canceling.ts'
import { selectSampledRecords, type SampledRecords } from './estimate-queries.ts'
import { rounded, type Changed, type Preview, type RecordIds, type Sample, type Sharing } from './model.ts'
import { countShared, inTime, selectContacts, selectOpportunities, type Compared, type Counted } from './preview-queries.ts'
import { excludedRecords, sharedRecords } from './predicate-queries.ts'
import { columnsOf, nameOf, sampleOf } from './samples.ts'
import { sampledMax, selectSourceFields, selectValues } from './suggestion-queries.ts'

const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014'

const orUnavailable = <T>(counting: Promise<T>): Promise<T> =>
  counting.catch((error: unknown) => {
    if (!isTimeout(error)) throw error
    throw new AppError('UNAVAILABLE', { detail: 'Counting takes too long right now. Try again in a moment.', cause: error })
  })

/** What was counted on a sample, for all records. */
const scaled = (counted: Counted, sampled: SampledRecords): Counted => ({
  ...counted,
  contacts: rounded(counted.contacts * sampled.contactsPerId),
  opportunities: rounded(counted.opportunities * sampled.opportunitiesPerId),
  excluded_contacts: rounded(counted.excluded_contacts * sampled.contactsPerId),
  excluded_opportunities: rounded(counted.excluded_opportunities * sampled.opportunitiesPerId),
})

const loadSample = async (tx: Tx, clientId: string, criteria: Criteria, { sample }: Counted): Promise<Sample> => {
  if (columnsOf(criteria).length === 0) return sampleOf(criteria, [])
  const contacts = new Map(
    (
      await selectContacts(
        tx,
        clientId,
        sample.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  const opportunityIds = sample.flatMap(({ opportunity_id: id }) => (id === null ? [] : [id]))
  const opportunities = new Map((await selectOpportunities(tx, clientId, opportunityIds)).map((row) => [row.id, row]))
  const shown = sample.flatMap(({ id, opportunity_id }) => {
    const contact = contacts.get(id)
    return contact ? [{ contact, opportunity: opportunities.get(opportunity_id ?? '') }] : []
  })
  return sampleOf(criteria, shown)
}

const namesOf = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<string[]> =>
  (await selectContacts(tx, clientId, ids)).map(nameOf).toSorted((one, other) => one.localeCompare(other, 'en'))

const loadChange = async (tx: Tx, clientId: string, counted: Compared): Promise<{ added: Changed; removed: Changed }> => ({
  added: {
    contacts: counted.added_contacts,
    opportunities: counted.added_opportunities,
    names: await namesOf(tx, clientId, counted.added_ids),
  },
  removed: {
    contacts: counted.removed_contacts,
    opportunities: counted.removed_opportunities,
    names: await namesOf(tx, clientId, counted.removed_ids),
  },
})

const isCompared = (counted: Counted | Compared): counted is Compared => 'added_ids' in counted

interface PreviewOptions extends Partial<Omit<Sharing, 'clientId'>> {
  /** The criteria in force, with which these are compared. */
  against?: Criteria | undefined
  /** Whether the counts of a large source are estimated, which is quicker. An estimate is not compared. */
  estimate?: boolean | undefined
  /** When counting is stopped, because nobody waits for it any more. */
  stop?: Stop | undefined
}

interface Counting {
  criteria: Criteria
  against: Criteria | undefined
  estimate: boolean | undefined
}

const count = async (
  tx: Tx,
  sharing: Sharing,
  { criteria, against, estimate }: Counting,
): Promise<{ counted: Counted | Compared; isEstimate: boolean }> => {
  const source = { clientId: sharing.clientId, dataSourceId: criteria.integration_id }
  const sampled = estimate ? await selectSampledRecords(tx, source) : undefined
  if (!sampled) return { counted: await countShared(tx, sharing, { criteria, against }), isEstimate: false }
  return { counted: scaled(await countShared(tx, sharing, { criteria, only: sampled }), sampled), isEstimate: true }
}

/** What criteria would share now, and how that differs from the criteria in force. Refused if counting takes very long. */
export const previewCriteria = async (
  tx: Tx,
  clientId: string,
  criteria: Criteria,
  { against, estimate, stop, ...options }: PreviewOptions = {},
): Promise<Preview> => {
  await findIntegration(tx, { clientId, integrationId: criteria.integration_id })
  const sharing = { clientId, acceptedAt: null, ...(await loadExclusions(tx, clientId)), ...options }
  const counting = () => orUnavailable(count(tx, sharing, { criteria, against, estimate }))
  const { counted, isEstimate } = await (stop ? stopWhenAborted(tx, stop, counting) : counting())
  return {
    shared: { contacts: counted.contacts, opportunities: counted.opportunities },
    isEstimate,
    excluded: { contacts: counted.excluded_contacts, opportunities: counted.excluded_opportunities },
    sample: await loadSample(tx, clientId, criteria, counted),
    change: isCompared(counted) ? await loadChange(tx, clientId, counted) : null,
  }
}

interface SuggestOptions {
  integrationId: string
  field: SuggestedField
  /** Of a source field. */
  name?: string | undefined
  /** Part of a value. */
  search?: string | undefined
}

/** Values that the records of a source have, the most frequent first. */
export const suggestValues = async (
  tx: Tx,
  clientId: string,
  { integrationId, field, name = '', search = '' }: SuggestOptions,
): Promise<{ items: Suggestion[]; is_approximate: boolean }> => {
  if (field === 'source_field' && name === '')
    throw new AppError('VALIDATION_FAILED', { detail: 'Choose the field of the CRM first.', field: 'name' })
  await findIntegration(tx, { clientId, integrationId })
  const wanted = { clientId, dataSourceId: integrationId, field, name, search }
  return { items: await orUnavailable(inTime(tx, () => selectValues(tx, wanted))), is_approximate: false }
}

/** More different values than a user would choose from. */
const fewValues = 200

/** Fields that could say where contacts come from, by the newest contacts of a source. */
export const suggestSourceFields = async (
  tx: Tx,
  clientId: string,
  integrationId: string,
): Promise<{ items: SourceField[]; is_approximate: boolean }> => {
  await findIntegration(tx, { clientId, integrationId })
  const source = { clientId, dataSourceId: integrationId }
  const fields = await orUnavailable(inTime(tx, () => selectSourceFields(tx, source, fewValues)))
  const items = fields.map(({ name, filled, sampled, values, examples }) => ({
    name,
    fill_rate: filled / sampled,
    values,
    examples,
  }))
  return { items, is_approximate: (fields[0]?.sampled ?? 0) >= sampledMax }
}

/** The records whose sharing may be different after these have changed, themselves included. */
export const findAffected = async (tx: Tx, clientId: string, changed: RecordIds): Promise<RecordIds> =>
  changed.contactIds.length + changed.opportunityIds.length === 0 ? changed : selectAffected(tx, clientId, changed)

/**
 * What criteria share, for a statement that reads it: common table expressions for its `with`, of which
 * `shared_contact` and `shared_opportunity` have the ids.
 */
export const describeShared = (sharing: Sharing, criteria: Criteria, only?: RecordIds): RawBuilder<unknown> =>
  sharedRecords(sharing, criteria, { only })

/** What is never shared, for a statement that reads the tables `contact` and `opportunity`. */
export const describeExcluded = (sharing: Sharing): Record<'contact' | 'opportunity', RawBuilder<boolean>> =>
  excludedRecords(sharing)
