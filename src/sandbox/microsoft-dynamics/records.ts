// Contacts and deals in the form of Dataverse.
import type { SandboxAccount } from '../kit/store.ts'
import type { PlainOpportunity, PlainContact, PlainPipeline, PlainStage } from '../kit/vendor.ts'
import { guidOf, moment, type Body } from './rows.ts'

const filled = (text: string | undefined): string | null | undefined => (text === '' ? null : text)
const defined = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

/** Option sets contain numbers; users see the labels. Custom labels have large numbers. */
const option = (word: string | undefined): { value: number | null; label: string | null } | undefined => {
  if (word === undefined) return undefined
  if (word === '') return { value: null, label: null }
  const number = Number.parseInt(guidOf(word).slice(0, 4), 16)
  return { value: 100_000_000 + number, label: word }
}

const arrivalOf = (utm: PlainContact['utm'] | undefined): Body => {
  if (!utm) return {}
  const isFacebook = utm.clickId.startsWith('fb')
  return {
    new_utmsource: filled(utm.source),
    new_utmmedium: filled(utm.medium),
    new_utmcampaign: filled(utm.campaign),
    new_gclid: isFacebook ? null : filled(utm.clickId),
    new_fbclid: isFacebook ? filled(utm.clickId) : null,
    new_landingpage: filled(utm.landingUrl),
    new_referrer: filled(utm.referrer),
  }
}

export const companyId = (account: string, name: string): string => guidOf(`account ${account} ${name}`)

export const contactBody = (account: string, person: Partial<PlainContact>, isLead: boolean): Body => {
  const { firstName, lastName, company } = person
  const source = option(person.source)
  const isNamed = firstName !== undefined && lastName !== undefined
  return defined({
    firstname: filled(firstName),
    lastname: filled(lastName),
    fullname: isNamed ? `${firstName} ${lastName}`.trim() : undefined,
    emailaddress1: filled(person.email),
    telephone1: filled(person.phone),
    address1_city: filled(person.city),
    address1_stateorprovince: filled(person.region),
    address1_postalcode: filled(person.postalCode),
    address1_country: filled(person.country),
    leadsourcecode: source?.value,
    'leadsourcecode label': source?.label,
    ...(isLead
      ? { companyname: filled(company) }
      : { _parentcustomerid_value: company === undefined || company === '' ? filled(company) : companyId(account, company) }),
    ...arrivalOf(person.utm),
  })
}

const usual: readonly PlainPipeline[] = [
  { name: 'Opportunity Sales Process', stages: ['Qualify', 'Develop', 'Propose', 'Close'] },
]

export const pipelinesOf = ({ facts }: SandboxAccount): readonly PlainPipeline[] =>
  facts['pipelines'] === undefined ? usual : (JSON.parse(facts['pipelines']) as PlainPipeline[])

/** Dataverse has a table for each process: two of them exist by default. */
export const flowSets = ['opportunitysalesprocesses', 'leadtoopportunitysalesprocesses'] as const
export const flowSet = (pipeline: number): (typeof flowSets)[number] => (pipeline === 0 ? flowSets[0] : flowSets[1])

export const processId = (account: SandboxAccount, pipeline: number): string =>
  guidOf(`process ${account.account} ${pipelinesOf(account)[pipeline]?.name}`)
export const stageId = (account: SandboxAccount, pipeline: number, stage: number): string => {
  const last = (pipelinesOf(account)[pipeline]?.stages.length ?? 1) - 1
  return guidOf(`stage ${processId(account, pipeline)} ${Math.min(stage, last)}`)
}

const states = { won: [1, 3, 'Won'], lost: [2, 4, 'Lost'] } as const

/** What follows from the stage. Won and lost are states: the process stays where it was. */
export const stateBody = (stage: PlainStage, at: number, amount: number | null): Body => {
  if (typeof stage === 'number')
    return {
      statecode: 0,
      'statecode label': 'Open',
      statuscode: 1,
      actualclosedate: null,
      estimatedclosedate: moment(at + 30 * 86_400_000).slice(0, 10),
      actualvalue: null,
    }
  const [statecode, statuscode, label] = states[stage]
  return {
    statecode,
    'statecode label': label,
    statuscode,
    actualclosedate: moment(at).slice(0, 10),
    actualvalue: stage === 'won' ? amount : null,
  }
}

/** The stage of the process: the last open stage of the history. */
export const lastOpen = (path: PlainOpportunity['path']): { stage: number; at: number } | undefined =>
  path.flatMap(({ stage, at }) => (typeof stage === 'number' ? [{ stage, at }] : [])).at(-1)
