// Contacts and deals in the form of Salesforce.
import type { SandboxAccount } from '../kit/store.ts'
import type { PlainOpportunity, PlainContact, PlainPipeline, PlainStage } from '../kit/vendor.ts'
import { namedId } from './ids.ts'
import { stamp } from './compile.ts'

export type Body = Record<string, unknown>

/** Salesforce has no fractions of a second. */
export const second = (ms: number): number => Math.floor(ms / 1000) * 1000

const filled = (text: string | undefined): string | null | undefined => (text === '' ? null : text)

const arrivalOf = (utm: PlainContact['utm'] | undefined): Body => {
  if (!utm) return {}
  const isFacebook = utm.clickId.startsWith('fb')
  return {
    UTM_Source__c: filled(utm.source),
    UTM_Medium__c: filled(utm.medium),
    UTM_Campaign__c: filled(utm.campaign),
    GCLID__c: isFacebook ? null : filled(utm.clickId),
    FBCLID__c: isFacebook ? filled(utm.clickId) : null,
    Landing_Page__c: filled(utm.landingUrl),
    Referrer__c: filled(utm.referrer),
  }
}

/** Only the given fields: the rest of a record stays as it is. */
const defined = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

const shared = (person: Partial<PlainContact>): Body => ({
  FirstName: filled(person.firstName),
  LastName: person.lastName,
  Email: filled(person.email),
  Phone: filled(person.phone),
  LeadSource: filled(person.source),
  ...arrivalOf(person.utm),
})

export const contactBody = (person: Partial<PlainContact>): Body =>
  defined({
    ...shared(person),
    AccountId: person.company === undefined ? undefined : person.company === '' ? null : namedId('Account', person.company),
    MailingCity: filled(person.city),
    MailingState: filled(person.region),
    MailingPostalCode: filled(person.postalCode),
    MailingCountry: filled(person.country),
  })

export const leadBody = (person: Partial<PlainContact>): Body =>
  defined({
    ...shared(person),
    Company: person.company === '' ? '[not provided]' : person.company,
    City: filled(person.city),
    State: filled(person.region),
    PostalCode: filled(person.postalCode),
    Country: filled(person.country),
  })

const usual: readonly PlainPipeline[] = [
  { name: 'Sales', stages: ['Prospecting', 'Qualification', 'Proposal/Price Quote', 'Negotiation/Review'] },
]
export const closed = { won: 'Closed Won', lost: 'Closed Lost' }

export const pipelinesOf = ({ facts }: SandboxAccount): readonly PlainPipeline[] =>
  facts['pipelines'] === undefined ? usual : (JSON.parse(facts['pipelines']) as PlainPipeline[])

/** Stages and record types with this suffix cannot be chosen anymore; deals may still have them. */
export const isRetired = (name: string): boolean => name.endsWith('(retired)')

export const stageName = (account: SandboxAccount, pipeline: number, stage: PlainStage): string => {
  if (typeof stage === 'string') return closed[stage]
  // Without a record type a deal may be in any stage.
  const [first] = pipelinesOf(account)
  const stages = (pipelinesOf(account)[pipeline] ?? first)?.stages ?? []
  return stages[Math.min(stage, stages.length - 1)] ?? 'Prospecting'
}

export const recordTypeId = (account: SandboxAccount, pipeline: number): string | null => {
  const name = pipelinesOf(account)[pipeline]?.name
  return account.facts['recordTypes'] === '0' || name === undefined ? null : namedId('RecordType', account.account + name)
}

/** What follows from the stage of a deal. */
export const stageBody = (account: SandboxAccount, pipeline: number, { stage, at }: { stage: PlainStage; at: number }): Body => {
  const isOpen = typeof stage === 'number'
  return {
    StageName: stageName(account, pipeline, stage),
    IsClosed: !isOpen,
    IsWon: stage === 'won',
    Probability: isOpen ? Math.min(90, 10 + stage * 20) : stage === 'won' ? 100 : 0,
    LastStageChangeDate: stamp(second(at)),
    CloseDate: new Date(isOpen ? at + 30 * 86_400_000 : at).toISOString().slice(0, 10),
  }
}

export const dealBody = (account: SandboxAccount, deal: PlainOpportunity): Body => ({
  Name: deal.name,
  Amount: deal.amount,
  LeadSource: filled(deal.source),
  RecordTypeId: recordTypeId(account, deal.pipeline),
  CurrencyIsoCode: deal.currency,
  ContactId: deal.personIds[0] ?? null,
  OwnerId: account.facts['user'],
  ...stageBody(account, deal.pipeline, deal.path.at(-1) ?? { stage: 0, at: deal.createdAt }),
})
