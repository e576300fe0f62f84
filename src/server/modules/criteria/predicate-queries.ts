// What criteria share, as one selection of ids for the preview, for the rows that an agency gets, and for checks.
//
// Each table is read once. Conditions on another record (a tag of an opportunity's contact, a stage of a contact's
// opportunity) become columns of the records that are read first, one for each condition; a record has them if one
// of the records around it does.
import { sql, type RawBuilder } from 'kysely'
import { leavesOf, type Criteria, type Leaf } from '#contract/criteria/criteria.ts'
import { comparable } from '#contract/criteria/text.ts'
import { conditionOf, idCondition, never, ownCondition, positive, startOf, tagCondition, type Condition } from './leaf-queries.ts'
import type { RecordIds, Sharing } from './model.ts'

interface Selecting {
  sharing: Sharing
  criteria: Criteria
  /** Before the names of the selection, since a statement may have two. */
  prefix: 'shared' | 'former'
  only: RecordIds | undefined
  /** The column of each condition on another record. */
  columns: ReadonlyMap<Leaf, string>
}

const isOfContact = ({ field }: Leaf): boolean => field === 'tag' || field === 'list'
const isOfOpportunity = ({ field }: Leaf): boolean => field === 'pipeline' || field === 'stage'

const columnsOf = ({ filter }: Criteria): Map<Leaf, string> =>
  new Map(
    leavesOf(filter)
      .filter((leaf) => isOfContact(leaf) || isOfOpportunity(leaf))
      .map((leaf, index) => [leaf, `is_${index}`]),
  )

const named = ({ prefix }: Selecting, name: string) => sql.ref(`${prefix}_${name}`)
const any = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql`(${sql.join(conditions, sql` or `)})`

/** Conditions with their columns: in the select list, as `bool_or` of them, and the condition that one of them holds. */
const columnList = (columns: readonly (readonly [string, Condition])[]) =>
  sql.join([sql``, ...columns.map(([name, condition]) => sql`${condition} as ${sql.ref(name)}`)])
const groupedList = (names: readonly string[], from: string) =>
  sql.join([sql``, ...names.map((name) => sql`bool_or(${sql.ref(`${from}.${name}`)}) as ${sql.ref(name)}`)])

const chosen = (selecting: Selecting, isOf: (leaf: Leaf) => boolean): (readonly [string, Leaf])[] =>
  [...selecting.columns].flatMap(([leaf, name]) => (isOf(leaf) ? [[name, leaf] as const] : []))

const isYoungEnough = ({ criteria, sharing }: Selecting, record: string): Condition[] => {
  const at = sql.ref(`${record}.created_at`)
  return [
    ...(criteria.since === null ? [] : [sql<boolean>`${at} >= ${startOf(criteria.since)}::timestamptz`]),
    ...(criteria.future_only ? [sql<boolean>`${at} >= ${sharing.acceptedAt ?? new Date()}::timestamptz`] : []),
  ]
}

/** The filter and the extra conditions, about one kind of record. `say` states what is not the record's own. */
const matching = (selecting: Selecting, record: string, say: (leaf: Leaf) => Condition): Condition => {
  const { criteria } = selecting
  const filter = conditionOf(criteria.filter, (leaf) => ownCondition(record, leaf, criteria.integration_id) ?? say(leaf))
  return sql`(${sql.join([...isYoungEnough(selecting, record), filter], sql` and `)})`
}

const columnIn =
  (selecting: Selecting, table: string) =>
  (leaf: Leaf): Condition =>
    sql`coalesce(${sql.ref(`${table}.${selecting.columns.get(leaf) ?? ''}`)}, false)`

/**
 * Only the records around those that are asked for: two steps away, which is as far as conditions look. The second
 * selection of a statement is about the same records.
 */
const scopes = ({ sharing: { clientId }, only, prefix }: Selecting): RawBuilder<unknown>[] => {
  if (!only || prefix === 'former') return []
  return [
    sql`only_contact as materialized (select unnest(${only.contactIds}::uuid[]) as id)`,
    sql`only_opportunity as materialized (select unnest(${only.opportunityIds}::uuid[]) as id)`,
    sql`near_opportunity as materialized (
      select id from only_opportunity
      union select opportunity_id from opportunity_contact
        where client_id = ${clientId} and contact_id in (select id from only_contact))`,
    sql`near_contact as materialized (
      select id from only_contact
      union select contact_id from opportunity_contact
        where client_id = ${clientId} and contact_id is not null and opportunity_id in (select id from near_opportunity))`,
    sql`far_opportunity as materialized (
      select id from near_opportunity
      union select opportunity_id from opportunity_contact
        where client_id = ${clientId} and contact_id in (select id from near_contact))`,
  ]
}

type Scope = 'only_contact' | 'only_opportunity' | 'near_contact' | 'near_opportunity' | 'far_opportunity'

const within = ({ only }: Pick<Selecting, 'only'>, column: string, scope: Scope): RawBuilder<unknown> =>
  only ? sql`and ${sql.ref(column)} in (select id from ${sql.ref(scope)})` : sql``

/** Contacts with an opportunity for which a condition on pipelines or stages holds. */
const contactDeals = (selecting: Selecting): RawBuilder<unknown>[] => {
  const { sharing, criteria } = selecting
  const conditions = chosen(selecting, isOfOpportunity).map(([name, leaf]) => [name, dealCondition('opportunity', leaf)] as const)
  if (conditions.length === 0 || criteria.match_on === 'opportunity') return []
  return [
    sql`${named(selecting, 'deal')} as materialized (
      select opportunity.id ${columnList(conditions)} from opportunity
      where opportunity.client_id = ${sharing.clientId} and opportunity.data_source_id = ${criteria.integration_id}
        and opportunity.deleted_at is null and ${any(conditions.map(([, condition]) => condition))}
        ${within(selecting, 'opportunity.id', 'far_opportunity')})`,
    sql`${named(selecting, 'contact_deal')} as materialized (
      select party.contact_id ${groupedList(
        conditions.map(([name]) => name),
        'deal',
      )}
      from ${named(selecting, 'deal')} as deal
      join opportunity_contact as party on party.client_id = ${sharing.clientId} and party.opportunity_id = deal.id
      where party.contact_id is not null
      group by party.contact_id)`,
  ]
}

const dealCondition = (record: string, leaf: Leaf): Condition =>
  idCondition(leaf.field === 'pipeline' ? `${record}.pipeline_external_id` : `${record}.raw_stage`, leaf)

/** Contacts, by the vendor's ids, in lists that still exist. */
const contactLists = (selecting: Selecting): RawBuilder<unknown>[] => {
  const { sharing, criteria } = selecting
  const conditions = chosen(selecting, ({ field }) => field === 'list').map(
    ([name, leaf]) => [name, idCondition('member.list_external_id', leaf)] as const,
  )
  if (conditions.length === 0) return []
  const columns = conditions.map(([name, condition]) => sql`bool_or(${condition}) as ${sql.ref(name)}`)
  // Of few records, all their lists are read before it is known which exist; the planner would do the opposite.
  const existing = sql`select external_id from crm_list
    where client_id = ${sharing.clientId} and data_source_id = ${criteria.integration_id} and deleted_at is null`
  return [
    sql`${named(selecting, 'contact_list')} as materialized (
      select member.contact_external_id, ${sql.join(columns)} from crm_list_member as member
      where member.client_id = ${sharing.clientId} and member.data_source_id = ${criteria.integration_id}
        and member.list_external_id ${selecting.only ? sql`= any(array(${existing}))` : sql`in (${existing})`}
        and ${any(conditions.map(([, condition]) => condition))}
        ${
          selecting.only
            ? sql`and member.contact_external_id in (select external_id from contact
                where client_id = ${sharing.clientId} and id in (select id from near_contact))`
            : sql``
        }
      group by member.contact_external_id)`,
  ]
}

/** About the table `contact`. */
const isExcludedContact = (sharing: Sharing, tags: RawBuilder<unknown> = sql`contact.tags_norm`): Condition =>
  any([
    ...(comparable(sharing.exclusionTag) === '' ? [] : [sql<boolean>`comparable(${sharing.exclusionTag}::text) = any(${tags})`]),
    ...(sharing.excludedIds.length === 0 ? [] : [sql<boolean>`contact.id = any(${sharing.excludedIds}::uuid[])`]),
  ])

/** Live contacts. An index has what is mostly asked, except for those with very many tags. */
const liveContacts = (selecting: Selecting): RawBuilder<unknown> => {
  const { sharing, criteria } = selecting
  const columns = sql`id, external_id, created_at, source, owner_external_id, fields`
  const { clientId } = sharing
  const live = sql`data_source_id = ${criteria.integration_id} and deleted_at is null and merged_into is null
    ${within(selecting, 'id', 'near_contact')}`
  return sql`(select ${columns}, tags_norm from contact where client_id = ${clientId} and ${live} and tags_norm is not null
    union all select ${columns}, comparable_tags(tags) from contact where client_id = ${clientId} and ${live} and tags_norm is null)`
}

/** Live contacts that match, that are excluded, or for which a condition holds that opportunities look at. */
const contactFacts = (selecting: Selecting): RawBuilder<unknown> => {
  const { criteria } = selecting
  const related = chosen(selecting, isOfContact).map(
    ([name, leaf]) =>
      [name, leaf.field === 'tag' ? tagCondition('contact', positive(leaf)) : columnIn(selecting, 'listed')(leaf)] as const,
  )
  const say = (leaf: Leaf): Condition => {
    const name = selecting.columns.get(leaf)
    return related.find(([known]) => known === name)?.[1] ?? columnIn(selecting, 'dealt')(leaf)
  }
  const columns: (readonly [string, Condition])[] = [
    ['is_match', criteria.match_on === 'opportunity' ? never : matching(selecting, 'contact', say)],
    ['is_excluded', isExcludedContact(selecting.sharing)],
    ...(criteria.match_on === 'contact' ? [] : related),
  ]
  const listed = related.some(([name]) => chosen(selecting, ({ field }) => field === 'list').some(([list]) => list === name))
  const dealt = criteria.match_on !== 'opportunity' && chosen(selecting, isOfOpportunity).length > 0
  return sql`${named(selecting, 'contact_fact')} as materialized (
    select contact.id ${columnList(columns)} from ${liveContacts(selecting)} as contact
    ${listed ? sql`left join ${named(selecting, 'contact_list')} as listed on listed.contact_external_id = contact.external_id` : sql``}
    ${dealt ? sql`left join ${named(selecting, 'contact_deal')} as dealt on dealt.contact_id = contact.id` : sql``}
    where ${any(columns.map(([, condition]) => condition))})`
}

/** Opportunities with at least one such contact. */
const opportunityFacts = (selecting: Selecting): RawBuilder<unknown> => {
  const { sharing, criteria } = selecting
  const names = criteria.match_on === 'contact' ? [] : chosen(selecting, isOfContact).map(([name]) => name)
  return sql`${named(selecting, 'opportunity_fact')} as materialized (
    select party.opportunity_id ${groupedList(['is_match', 'is_excluded', ...names], 'fact')}
    from ${named(selecting, 'contact_fact')} as fact
    join opportunity_contact as party on party.client_id = ${sharing.clientId} and party.contact_id = fact.id
    group by party.opportunity_id)`
}

/** Listed, or with a contact that is listed, even if it was deleted. */
const isListed = ({ clientId, excludedIds }: Sharing): Condition =>
  excludedIds.length === 0
    ? never
    : sql`(opportunity.id = any(${excludedIds}::uuid[]) or opportunity.id in (select opportunity_id from opportunity_contact
        where client_id = ${clientId} and contact_id = any(${excludedIds}::uuid[])))`

const opportunities = (selecting: Selecting): RawBuilder<unknown>[] => {
  const { sharing, criteria } = selecting
  const say = (leaf: Leaf): Condition =>
    isOfOpportunity(leaf) ? dealCondition('opportunity', leaf) : columnIn(selecting, 'fact')(leaf)
  const isMatch = criteria.match_on === 'contact' ? never : matching(selecting, 'opportunity', say)
  const isLinked = criteria.match_on === 'opportunity' ? never : sql`coalesce(fact.is_match, false)`
  return [
    sql`${named(selecting, 'matching_opportunity')} as materialized (
      select opportunity.id, ${isMatch} as is_match,
        coalesce(fact.is_excluded, false) or ${isListed(sharing)} as is_excluded
      from opportunity ${criteria.match_on === 'contact' ? sql`` : sql`left`}
      join ${named(selecting, 'opportunity_fact')} as fact on fact.opportunity_id = opportunity.id
      where opportunity.client_id = ${sharing.clientId} and opportunity.data_source_id = ${criteria.integration_id}
        and opportunity.deleted_at is null and (${isMatch} or ${isLinked})
        ${within(selecting, 'opportunity.id', 'near_opportunity')})`,
    sql`${named(selecting, 'opportunity')} as materialized (
      select id from ${named(selecting, 'matching_opportunity')} where not is_excluded
      ${within(selecting, 'id', 'only_opportunity')})`,
  ]
}

/** Contacts of opportunities that match. */
const linkedContacts = (selecting: Selecting): RawBuilder<unknown>[] => {
  const { sharing, criteria } = selecting
  if (criteria.match_on === 'contact') return []
  return [
    sql`${named(selecting, 'linked')} as materialized (
      select party.contact_id as id, bool_or(not deal.is_excluded) as is_shared
      from ${named(selecting, 'matching_opportunity')} as deal
      join opportunity_contact as party on party.client_id = ${sharing.clientId} and party.opportunity_id = deal.id
      where deal.is_match and party.contact_id is not null
      group by party.contact_id)`,
  ]
}

const contacts = (selecting: Selecting): RawBuilder<unknown> => {
  const { sharing, criteria, only } = selecting
  const facts = named(selecting, 'contact_fact')
  const own = sql`select id from ${facts} where is_match and not is_excluded`
  const linked = sql`select contact.id from ${named(selecting, 'linked')} as linked
    join contact on contact.client_id = ${sharing.clientId} and contact.id = linked.id
    where linked.is_shared and linked.id not in (select id from ${facts} where is_match or is_excluded)
      and contact.data_source_id = ${criteria.integration_id} and contact.deleted_at is null and contact.merged_into is null`
  const parts = { contact: own, opportunity: linked, contact_or_opportunity: sql`${own} union all ${linked}` }
  const all = parts[criteria.match_on]
  return sql`${named(selecting, 'contact')} as materialized (
    ${only ? sql`select id from (${all}) as shared where id in (select id from only_contact)` : all})`
}

/**
 * Common table expressions for a `with`, of which the last two are the answer: `<prefix>_opportunity` and
 * `<prefix>_contact`, each with the column `id`. With `only`, the answer is the same, but of these records.
 *
 * The sub account of criteria needs no condition: an integration reads one account of the vendor only.
 */
export const sharedRecords = (
  sharing: Sharing,
  criteria: Criteria,
  { prefix = 'shared', only }: { prefix?: Selecting['prefix']; only?: RecordIds | undefined } = {},
): RawBuilder<unknown> => {
  const selecting: Selecting = { sharing, criteria, prefix, only, columns: columnsOf(criteria) }
  return sql.join([
    ...scopes(selecting),
    ...contactDeals(selecting),
    ...contactLists(selecting),
    contactFacts(selecting),
    opportunityFacts(selecting),
    ...opportunities(selecting),
    ...linkedContacts(selecting),
    contacts(selecting),
  ])
}

/** How many records match but are never shared, in a statement with the selection of these criteria: scalar sub-selects. */
export const excludedCounts = ({ match_on }: Criteria, only?: RecordIds) => {
  const isLinked = match_on === 'contact' ? never : sql`id in (select id from shared_linked)`
  return {
    contacts: sql<number>`(select count(*) from shared_contact_fact
      where is_excluded and (is_match or ${isLinked}) ${within({ only }, 'id', 'only_contact')})`,
    opportunities: sql<number>`(select count(*) from shared_matching_opportunity
      where is_excluded ${within({ only }, 'id', 'only_opportunity')})`,
  }
}

/** What is never shared, as conditions about the tables `contact` and `opportunity`. */
export const excludedRecords = (sharing: Sharing): Record<'contact' | 'opportunity', Condition> => {
  const { clientId } = sharing
  const contact = isExcludedContact(sharing, sql`coalesce(contact.tags_norm, comparable_tags(contact.tags))`)
  const byContact = sql<boolean>`exists (select from opportunity_contact as party
    join contact on contact.client_id = ${clientId} and contact.id = party.contact_id
    where party.client_id = ${clientId} and party.opportunity_id = opportunity.id
      and contact.deleted_at is null and contact.merged_into is null and ${contact})`
  return { contact, opportunity: any([byContact, isListed(sharing)]) }
}
