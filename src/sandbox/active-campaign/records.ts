// Contacts and deals as ActiveCampaign sends them: every scalar is text, money is in cents.
import type { PlainOpportunity, PlainContact, PlainStage } from '../kit/vendor.ts'

export interface StoredContact {
  person: PlainContact
  tagIds: readonly string[]
}

export interface Stage {
  id: string
  title: string
  group: string
}

/** The account uses Chicago's winter time all year. */
const zone = { text: '-06:00', ms: -6 * 3_600_000 }

const local = (at: number): string => new Date(at + zone.ms).toISOString().slice(0, 19) + zone.text
const stamp = (at: number, shift = 0): string => new Date(at + shift).toISOString().slice(0, 19).replace('T', ' ')

/** The filters read the local time and ignore the offset: the account's own time zone applies. */
export const wallTime = (text: string): number =>
  Date.parse(`${text.slice(0, 19).replace(' ', 'T').padEnd(11, 'T').padEnd(19, '00:00:00')}${zone.text}`)

export const fields = [
  ['1', 'Source', 'SOURCE', (person: PlainContact) => person.source],
  ['2', 'UTM source', 'UTM_SOURCE', (person: PlainContact) => person.utm?.source],
  ['3', 'UTM medium', 'UTM_MEDIUM', (person: PlainContact) => person.utm?.medium],
  ['4', 'UTM campaign', 'UTM_CAMPAIGN', (person: PlainContact) => person.utm?.campaign],
  ['5', 'Landing page', 'LANDING_PAGE', (person: PlainContact) => person.utm?.landingUrl],
  ['6', 'Referrer', 'REFERRER', (person: PlainContact) => person.utm?.referrer],
  ['7', 'City', 'CITY', (person: PlainContact) => person.city],
  ['8', 'State', 'STATE', (person: PlainContact) => person.region],
  ['9', 'Postal code', 'POSTAL_CODE', (person: PlainContact) => person.postalCode],
  ['10', 'Country', 'COUNTRY', (person: PlainContact) => person.country],
] as const

export const lists = [
  { id: '1', name: 'All contacts', stringid: 'all-contacts', has: () => true },
  { id: '2', name: 'Newsletter', stringid: 'newsletter', has: ({ tags }: PlainContact) => tags.includes('newsletter') },
] as const

/** One contact with everything that can be sideloaded. */
export const contactOf = (id: string, { person, tagIds }: StoredContact) => {
  const { createdAt, modifiedAt } = person
  const dates = { cdate: local(createdAt), udate: local(modifiedAt) }
  const fieldValues = fields
    .map(([field, , , read]) => ({
      id: `${id}${field.padStart(2, '0')}`,
      contact: id,
      field,
      value: read(person) ?? '',
      ...dates,
      owner: id,
    }))
    .filter(({ value }) => value !== '')
  const contactTags = tagIds.map((tag) => ({ id: `${id}${tag.padStart(3, '0')}`, contact: id, tag, cdate: dates.cdate }))
  const contactLists = lists
    .filter(({ has }) => has(person))
    .map((list) => ({ id: `${id}${list.id}`, contact: id, list: list.id, status: '1', sdate: dates.cdate, udate: null }))
  const contact = {
    ...dates,
    email: person.email,
    phone: person.phone,
    firstName: person.firstName,
    lastName: person.lastName,
    orgid: '0',
    orgname: person.company,
    segmentio_id: '',
    bounced_hard: '0',
    bounced_soft: '0',
    ip: '0',
    deleted: '0',
    anonymized: '0',
    adate: null,
    edate: null,
    deleted_at: null,
    created_utc_timestamp: stamp(createdAt),
    updated_utc_timestamp: stamp(modifiedAt),
    created_timestamp: stamp(createdAt, zone.ms),
    updated_timestamp: stamp(modifiedAt, zone.ms),
    email_local: person.email.split('@')[0] ?? '',
    email_domain: person.email.split('@')[1] ?? '',
    scoreValues: [],
    accountContacts: [],
    fieldValues: fieldValues.map((value) => value.id),
    contactTags: contactTags.map((value) => value.id),
    contactLists: contactLists.map((value) => value.id),
    links: {},
    id,
    organization: null,
  }
  return { contact, fieldValues, contactTags, contactLists }
}

const isOpen = (entry: { stage: PlainStage; at: number }): entry is { stage: number; at: number } =>
  typeof entry.stage === 'number'

const stageOf = (stages: readonly Stage[], number: number): Stage =>
  stages[number] ?? stages[0] ?? { id: '0', title: '', group: '0' }

type Step = { stage: Stage; at: number }

const activityOf = (
  id: string,
  number: number,
  { stage, at }: Step,
  what: { dataType: string; dataAction: string; dataOldval: string },
) => ({
  id: `${id}${String(number).padStart(3, '0')}`,
  d_id: id,
  d_stageid: stage.id,
  userid: '1',
  dataId: id,
  ...what,
  cdate: local(at),
  sortdate: local(at),
  deal: id,
  stage: stage.id,
  user: '1',
})

/** Newest first, as they are listed there. */
const activitiesOf = (id: string, steps: readonly Step[], end: Step | null) => {
  const moves = steps.map((step, number) => {
    const before = steps[number - 1]?.stage.id
    if (before === undefined) return activityOf(id, number, step, { dataType: 'deal', dataAction: 'add', dataOldval: '' })
    return activityOf(id, number, step, { dataType: 'stage', dataAction: 'change', dataOldval: before })
  })
  const closing = end ? [activityOf(id, steps.length, end, { dataType: 'status', dataAction: 'change', dataOldval: '0' })] : []
  return [...moves, ...closing].toReversed()
}

const statusOf = (stage: PlainStage | undefined): string => (stage === 'won' ? '1' : stage === 'lost' ? '2' : '0')

/** One deal with its stage history. `stages` are those of its pipeline, in their order. */
export const dealOf = (id: string, deal: PlainOpportunity, stages: readonly Stage[]) => {
  const steps = deal.path.filter(isOpen).map(({ stage, at }) => ({ stage: stageOf(stages, stage), at }))
  const current = steps.at(-1)?.stage ?? stageOf(stages, 0)
  const last = deal.path.at(-1)
  const status = statusOf(last?.stage)
  const end = last && status !== '0' ? { stage: current, at: last.at } : null
  const dealActivities = activitiesOf(id, steps, end)
  const [primary = ''] = deal.personIds
  return {
    deal: {
      owner: '1',
      contact: primary,
      organization: null,
      group: current.group,
      stage: current.id,
      title: deal.name,
      description: '',
      percent: '0',
      cdate: local(deal.createdAt),
      mdate: local(deal.modifiedAt),
      nextdate: null,
      nexttaskid: null,
      value: String(Math.round((deal.amount ?? 0) * 100)),
      currency: deal.currency.toLowerCase(),
      winProbability: null,
      winProbabilityMdate: null,
      status,
      activitycount: String(dealActivities.length),
      edate: end && local(end.at),
      hash: `hash${id}`,
      isDisabled: false,
      links: {},
      id,
      account: null,
      customerAccount: null,
    },
    dealActivities,
  }
}
