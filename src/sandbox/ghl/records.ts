// Contacts and deals as HighLevel sends them.
import type { PlainOpportunity, PlainContact, PlainStage } from '../kit/vendor.ts'
import { contactValues, opportunityValues } from './custom-fields.ts'

export interface Pipeline {
  id: string
  name: string
  stages: { id: string; name: string; position: number }[]
}

export const usersOf = (location: string) =>
  [
    { id: 'u0RobinField00000001', name: 'Robin Field', firstName: 'Robin', lastName: 'Field', email: 'robin.field@example.com' },
    { id: 'u0SashaReed000000002', name: 'Sasha Reed', firstName: 'Sasha', lastName: 'Reed', email: 'sasha.reed@example.com' },
  ].map((user) => ({
    ...user,
    phone: '',
    extension: '',
    deleted: false,
    roles: { type: 'account', role: 'user', locationIds: [location] },
  }))
const ownerOf = (locationId: string): string => usersOf(locationId)[0]?.id ?? ''
/** More than fit on a page, as after years of manual entry. Two of them are in use, the first and the last. */
export const lostReasons = [
  { id: 'r0Price0000000000001', name: 'Too expensive' },
  ...Array.from({ length: 110 }, (_, index) => ({
    id: `r0Old${String(index).padStart(15, '0')}`,
    name: `Old reason ${index + 1}`,
  })),
  { id: 'r0Competitor00000002', name: 'Chose somebody else' },
]

const iso = (at: number): string => new Date(at).toISOString()
/** Empty fields are left out. */
const filled = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as Partial<T>

interface Attribution {
  url: string
  campaign?: string
  sessionSource?: string
  utmSource?: string
  utmMedium?: string
  referrer?: string
  gclid?: string
  fbclid?: string
  medium: string
  mediumId?: string
}

const attributionOf = ({ utm, source }: PlainContact): Attribution | undefined => {
  if (!utm)
    return source === 'Direct' ? { url: 'https://www.example.com/', sessionSource: 'Direct traffic', medium: 'form' } : undefined
  const click = /^(gclid|fbclid)-/.exec(utm.clickId)?.[1]
  return {
    url: utm.landingUrl,
    campaign: utm.campaign,
    utmSource: utm.source,
    utmMedium: utm.medium,
    referrer: utm.referrer,
    ...(click === undefined ? {} : { [click]: utm.clickId }),
    medium: 'form',
    mediumId: 'm0ContactForm0000001',
  }
}

const lastAttributionOf = (person: PlainContact): Attribution | undefined =>
  person.tags.includes('newsletter')
    ? {
        url: 'https://www.example.com/offer?utm_source=newsletter&utm_medium=email',
        utmSource: 'newsletter',
        utmMedium: 'email',
        medium: 'form',
      }
    : attributionOf(person)

/** The same as an entry of a list, with some other names. */
const listed = ({ url, campaign, sessionSource, ...rest }: Attribution) => ({
  ...filled({ url: url.split('?')[0], pageUrl: url, utmCampaign: campaign, utmSessionSource: sessionSource }),
  ...rest,
})

/** The attributions of a contact in a search. A contact with one visit has one entry. */
const attributionsOf = (person: PlainContact) => {
  const [first, last] = [attributionOf(person), lastAttributionOf(person)]
  const hasReturned = last !== undefined && JSON.stringify(last) !== JSON.stringify(first)
  return [...(first ? [{ ...listed(first), isFirst: true }] : []), ...(hasReturned ? [{ ...listed(last), isLast: true }] : [])]
}

/** The search leaves it out for about 1 of 60. */
const isLeftOut = (id: string): boolean => id.startsWith('7')

/** What is sent about a contact wherever it is mentioned. */
export const contactOf = (id: string, locationId: string, person: PlainContact) => ({
  id,
  locationId,
  ...filled({
    firstName: person.firstName,
    lastName: person.lastName,
    firstNameLowerCase: person.firstName.toLowerCase(),
    lastNameLowerCase: person.lastName.toLowerCase(),
    email: person.email,
    phone: person.phone.replaceAll(' ', ''),
    companyName: person.company,
    source: person.source,
    city: person.city,
    state: person.region,
    country: person.country,
    postalCode: person.postalCode,
  }),
  type: 'lead',
  tags: person.tags,
  assignedTo: ownerOf(locationId),
  dnd: false,
  dateAdded: iso(person.createdAt),
  dateUpdated: iso(person.modifiedAt),
  customFields: contactValues(person),
})

/** As the search answers. */
export const foundContactOf = (id: string, locationId: string, person: PlainContact) => ({
  ...contactOf(id, locationId, person),
  ...(isLeftOut(id) ? {} : { attributions: attributionsOf(person) }),
})

/** As the call for this one contact answers. */
export const wholeContactOf = (id: string, locationId: string, person: PlainContact) => ({
  ...contactOf(id, locationId, person),
  ...filled({ attributionSource: attributionOf(person), lastAttributionSource: lastAttributionOf(person) }),
})

const isOpen = (entry: { stage: PlainStage; at: number }): entry is { stage: number; at: number } =>
  typeof entry.stage === 'number'
const statusOf = (stage: PlainStage | undefined): string => (typeof stage === 'string' ? stage : 'open')

interface Around {
  locationId: string
  pipelines: readonly Pipeline[]
  person: PlainContact | undefined
}

const contactInside = (id: string, person: PlainContact | undefined) => ({
  id,
  ...(person
    ? filled({
        name: `${person.firstName} ${person.lastName}`,
        companyName: person.company,
        email: person.email,
        phone: person.phone.replaceAll(' ', ''),
        tags: person.tags,
      })
    : {}),
})

/** When the status last changed, or the beginning. */
const statusSince = ({ path, createdAt }: PlainOpportunity): number =>
  path.findLast(({ stage }, index) => index === 0 || statusOf(path[index - 1]?.stage) !== statusOf(stage))?.at ?? createdAt

const placeIn = (pipelines: readonly Pipeline[], deal: PlainOpportunity) => {
  const pipeline = pipelines[deal.pipeline] ?? pipelines[0]
  const step = deal.path.findLast(isOpen) ?? { stage: 0, at: deal.createdAt }
  return {
    pipelineId: pipeline?.id ?? '',
    pipelineStageId: pipeline?.stages[step.stage]?.id ?? '',
    lastStageChangeAt: iso(step.at),
  }
}

export const opportunityOf = (id: string, deal: PlainOpportunity, { locationId, pipelines, person }: Around) => {
  const status = statusOf(deal.path.at(-1)?.stage)
  const contactId = deal.personIds[0] ?? ''
  return {
    id,
    name: deal.name,
    ...(deal.amount === null ? {} : { monetaryValue: deal.amount }),
    ...placeIn(pipelines, deal),
    assignedTo: ownerOf(locationId),
    status,
    source: deal.source,
    lastStatusChangeAt: iso(statusSince(deal)),
    lastActionDate: iso(deal.modifiedAt),
    indexVersion: '1',
    createdAt: iso(deal.createdAt),
    updatedAt: iso(deal.modifiedAt),
    contactId,
    locationId,
    contact: contactInside(contactId, person),
    ...(status === 'lost' ? { lostReasonId: lostReasons.at(id.charCodeAt(0) % 2 === 0 ? 0 : -1)?.id ?? '' } : {}),
    notes: [],
    tasks: [],
    calendarEvents: [],
    customFields: opportunityValues(id, deal),
    followers: [],
  }
}
