// What criteria share of a company's records.
import type { RawBuilder } from 'kysely'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { canonical } from '#contract/criteria/text.ts'
import type { SourceField, SuggestedField, Suggestion } from '#contract/criteria/suggestions.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { loadExclusions } from '../exclusions/service.ts'
import { findIntegration } from '../integrations/service.ts'
import { selectAffected } from './affected-queries.ts'
import { stopWhenAborted, type Stop } from './canceling.ts'
import { selectSampledRecords, type SampledRecords } from './estimate-queries.ts'
import { rounded, type Counts, type Preview, type RecordIds, type Sample, type Sensitive, type Sharing } from './model.ts'
import {
  countShared,
  inTime,
  selectContacts,
  selectOpportunities,
  shownMax,
  type Compared,
  type Counted,
} from './preview-queries.ts'
import { excludedRecords, sharedRecords } from './predicate-queries.ts'
import { columnsOf, nameOf, sampleOf } from './samples.ts'
import { sensitiveIn } from './sensitive/find.ts'
import { sampledMax, selectSourceFields, selectValues } from './suggestion-queries.ts'

const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014'

const orUnavailable = <T>(counting: Promise<T>): Promise<T> =>
  counting.catch((error: unknown) => {
    if (!isTimeout(error)) throw error
    throw new AppError('UNAVAILABLE', { detail: 'Counting takes too long right now. Try again in a moment.', cause: error })
  })

type Scale = (counts: Counts) => Counts

/** What was counted on a sample, for all records. */
const scaleOf =
  (sampled: SampledRecords | undefined): Scale =>
  ({ contacts, opportunities }) =>
    sampled
      ? {
          contacts: rounded(contacts * sampled.contactsPerId),
          opportunities: rounded(opportunities * sampled.opportunitiesPerId),
        }
      : { contacts, opportunities }

/** The ids that an agency has of those of these contacts that it has already. */
type FindSharedIds = (contactIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

const isCompared = (counted: Counted | Compared): counted is Compared => 'added_ids' in counted

/** Of few rows that are shown, one is about who is added. */
const newestAddedFirst = (sample: Counted['sample'], [newest]: readonly string[]): Counted['sample'] =>
  sample.toSorted((one, other) => Number(other.id === newest) - Number(one.id === newest)).slice(0, shownMax)

interface Sampling {
  criteria: Criteria
  counted: Counted | Compared
  findSharedIds: FindSharedIds | undefined
}

const loadSample = async (tx: Tx, clientId: string, { criteria, counted, findSharedIds }: Sampling): Promise<Sample> => {
  if (columnsOf(criteria).length === 0) return sampleOf(criteria, [])
  const addedIds = isCompared(counted) ? counted.added_ids : []
  const sample = newestAddedFirst(counted.sample, addedIds)
  const sharedIds = await findSharedIds?.(sample.map(({ id }) => id))
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
    const namedBy = sharedIds?.get(id) ?? id
    // The added ones are the newest of all that are added, so that none of the sample is missing there.
    const isNew = addedIds.includes(id)
    return contact ? [{ contact, opportunity: opportunities.get(opportunity_id ?? ''), namedBy, isNew }] : []
  })
  return sampleOf(criteria, shown)
}

const namesOf = async (tx: Tx, clientId: string, ids: readonly string[]): Promise<string[]> =>
  (await selectContacts(tx, clientId, ids)).map(nameOf).toSorted((one, other) => one.localeCompare(other, 'en'))

const loadChange = async (
  tx: Tx,
  clientId: string,
  counted: Compared,
  scale: Scale,
): Promise<NonNullable<Preview['change']>> => ({
  added: {
    ...scale({ contacts: counted.added_contacts, opportunities: counted.added_opportunities }),
    names: await namesOf(tx, clientId, counted.added_ids),
  },
  removed: {
    ...scale({ contacts: counted.removed_contacts, opportunities: counted.removed_opportunities }),
    names: await namesOf(tx, clientId, counted.removed_ids),
  },
})

const nobody = { contacts: 0, opportunities: 0, names: [] }
const unchanged: Preview['change'] = { added: nobody, removed: nobody }

interface PreviewOptions extends Partial<Omit<Sharing, 'clientId'>> {
  /** The criteria in force, with which these are compared. */
  against?: Criteria | undefined
  /** Whether the counts of a large source are estimated, which is quicker. */
  estimate?: boolean | undefined
  /** Names the contacts of the sample as the agency does. */
  findSharedIds?: FindSharedIds | undefined
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
): Promise<{ counted: Counted | Compared; sampled: SampledRecords | undefined }> => {
  const source = { clientId: sharing.clientId, dataSourceId: criteria.integration_id }
  const sampled = estimate ? await selectSampledRecords(tx, source) : undefined
  // The sample says nothing about the records of another source.
  const isComparable = !sampled || against?.integration_id === criteria.integration_id
  const wanted = { criteria, against: isComparable ? against : undefined, only: sampled }
  return { counted: await countShared(tx, sharing, wanted), sampled }
}

/** What criteria would share now, and how that differs from the criteria in force. Refused if counting takes very long. */
export const previewCriteria = async (
  tx: Tx,
  clientId: string,
  criteria: Criteria,
  { against, estimate, findSharedIds, stop, ...options }: PreviewOptions = {},
): Promise<Preview> => {
  await findIntegration(tx, { clientId, integrationId: criteria.integration_id })
  const sharing = { clientId, acceptedAt: null, ...(await orUnavailable(loadExclusions(tx, clientId))), ...options }
  const isEqual = against !== undefined && canonical(against) === canonical(criteria)
  const counting = () => orUnavailable(count(tx, sharing, { criteria, against: isEqual ? undefined : against, estimate }))
  const { counted, sampled } = await (stop ? stopWhenAborted(tx, stop, counting) : counting())
  const scale = scaleOf(sampled)
  return {
    shared: scale(counted),
    isEstimate: sampled !== undefined,
    excluded: scale({ contacts: counted.excluded_contacts, opportunities: counted.excluded_opportunities }),
    sample: await loadSample(tx, clientId, { criteria, counted, findSharedIds }),
    change: isEqual ? unchanged : isCompared(counted) ? await loadChange(tx, clientId, counted, scale) : null,
  }
}

/** What looks sensitive of what criteria share and ask for. */
export const findSensitive = (tx: Tx, clientId: string, about: Parameters<typeof sensitiveIn>[2]): Promise<Sensitive[]> =>
  orUnavailable(inTime(tx, () => sensitiveIn(tx, clientId, about)))

interface SuggestOptions {
  integrationId: string
  field: SuggestedField
  /** Of a source field. */
  name?: string | undefined
  /** Part of a value. */
  search?: string | undefined
  stop?: Stop | undefined
}

/** Grouping the records of a large source takes seconds, so it is stopped when nobody waits for it any more. */
const whileWanted = <T>(tx: Tx, stop: Stop | undefined, work: () => Promise<T>): Promise<T> => {
  const limited = () => orUnavailable(inTime(tx, work))
  return stop ? stopWhenAborted(tx, stop, limited) : limited()
}

/** Values that the records of a source have, the most frequent first. */
export const suggestValues = async (
  tx: Tx,
  clientId: string,
  { integrationId, field, name = '', search = '', stop }: SuggestOptions,
): Promise<{ items: Suggestion[]; is_approximate: boolean }> => {
  if (field === 'source_field' && name === '')
    throw new AppError('VALIDATION_FAILED', { detail: 'Choose the field of the CRM first.', field: 'name' })
  await findIntegration(tx, { clientId, integrationId })
  const wanted = { clientId, dataSourceId: integrationId, field, name, search }
  return { items: await whileWanted(tx, stop, () => selectValues(tx, wanted)), is_approximate: false }
}

/** More different values than a user would choose from. */
const fewValues = 200

/** Fields that could say where contacts come from, by the newest contacts of a source. */
export const suggestSourceFields = async (
  tx: Tx,
  clientId: string,
  integrationId: string,
  stop?: Stop,
): Promise<{ items: SourceField[]; is_approximate: boolean }> => {
  await findIntegration(tx, { clientId, integrationId })
  const source = { clientId, dataSourceId: integrationId }
  const fields = await whileWanted(tx, stop, () => selectSourceFields(tx, source, fewValues))
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
