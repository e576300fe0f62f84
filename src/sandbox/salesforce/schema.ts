import type { SandboxAccount } from '../kit/store.ts'

export interface SObject {
  /** Field name to its type, as a description shows it. */
  fields: Readonly<Record<string, string>>
  /** Relationships upwards: name to the field with the id, and its object. */
  parents: Readonly<Record<string, { by: string; object: string }>>
  /** Relationships downwards: name to the field of the other object with our id. */
  children: Readonly<Record<string, { by: string; object: string }>>
}

/** Dates that come from the store's own columns rather than from the record. */
export const columns: Readonly<Record<string, string>> = {
  Id: 'id',
  CreatedDate: 'created',
  LastModifiedDate: 'modified',
  SystemModstamp: 'modified',
  IsDeleted: '(deleted > 0)',
}

/** Children are looked up by their parents, thousands of times for one page. */
export const lookups: readonly [object: string, field: string][] = [
  ['OpportunityContactRole', 'OpportunityId'],
  ['OpportunityContactRole', 'ContactId'],
  ['OpportunityHistory', 'OpportunityId'],
  ['CampaignMember', 'ContactId'],
  ['CampaignMember', 'LeadId'],
]
/** SQLite would not choose the index. */
export const hintFor = (object: string, field: string): string =>
  lookups.some(([one, by]) => one === object && by === field) ? `indexed by salesforce_${object}_${field}` : ''

const common = { Id: 'id', CreatedDate: 'datetime', SystemModstamp: 'datetime', IsDeleted: 'boolean' }
const named = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))

const arrival = {
  ...named('string', 'UTM_Source__c UTM_Medium__c UTM_Campaign__c GCLID__c FBCLID__c'),
  ...named('url', 'Landing_Page__c Referrer__c'),
}
const person = {
  ...common,
  LastModifiedDate: 'datetime',
  ...named('string', 'FirstName LastName Name'),
  Email: 'email',
  ...named('phone', 'Phone MobilePhone'),
  LeadSource: 'picklist',
  ...named('reference', 'OwnerId MasterRecordId'),
  HasOptedOutOfEmail: 'boolean',
  ...arrival,
}
const object = (
  fields: SObject['fields'],
  { parents = {}, children = {} }: Partial<Pick<SObject, 'parents' | 'children'>> = {},
): SObject => ({ fields: { ...common, ...fields }, parents, children })

const objects: Readonly<Record<string, SObject>> = {
  Organization: object({ Name: 'string', IsSandbox: 'boolean', ...named('picklist', 'OrganizationType TimeZoneSidKey') }),
  User: object({ Name: 'string', Email: 'email', Username: 'string', IsActive: 'boolean' }),
  Account: object({ Name: 'string' }),
  Contact: object(
    { ...person, ...named('string', 'MailingCity MailingState MailingPostalCode MailingCountry'), AccountId: 'reference' },
    { parents: { Account: { by: 'AccountId', object: 'Account' } } },
  ),
  Lead: object({
    ...person,
    ...named('string', 'Company City State PostalCode Country'),
    ...named('picklist', 'Status Rating'),
    IsConverted: 'boolean',
    ConvertedDate: 'date',
    ...named('reference', 'ConvertedContactId ConvertedOpportunityId'),
  }),
  Opportunity: object(
    {
      LastModifiedDate: 'datetime',
      Name: 'string',
      ...named('picklist', 'StageName LeadSource Type ForecastCategoryName'),
      Amount: 'currency',
      Probability: 'percent',
      CloseDate: 'date',
      ...named('boolean', 'IsClosed IsWon'),
      ...named('reference', 'AccountId ContactId CampaignId OwnerId RecordTypeId'),
      CurrencyIsoCode: 'picklist',
      LastStageChangeDate: 'datetime',
    },
    {
      parents: { RecordType: { by: 'RecordTypeId', object: 'RecordType' } },
      children: {
        OpportunityContactRoles: { by: 'OpportunityId', object: 'OpportunityContactRole' },
        OpportunityHistories: { by: 'OpportunityId', object: 'OpportunityHistory' },
      },
    },
  ),
  OpportunityContactRole: object({ ...named('reference', 'OpportunityId ContactId'), Role: 'picklist', IsPrimary: 'boolean' }),
  OpportunityHistory: object(
    { OpportunityId: 'reference', StageName: 'picklist', Amount: 'currency', Probability: 'percent', CloseDate: 'date' },
    { parents: { Opportunity: { by: 'OpportunityId', object: 'Opportunity' } } },
  ),
  OpportunityStage: object({
    ...named('string', 'ApiName MasterLabel'),
    SortOrder: 'int',
    ...named('boolean', 'IsActive IsClosed IsWon'),
    DefaultProbability: 'percent',
  }),
  RecordType: object({
    ...named('string', 'Name DeveloperName SobjectType'),
    BusinessProcessId: 'reference',
    IsActive: 'boolean',
  }),
  Campaign: object({
    ...named('string', 'Name Type Status'),
    IsActive: 'boolean',
    ...named('int', 'NumberOfContacts NumberOfLeads'),
  }),
  CampaignMember: object(
    { ...named('reference', 'CampaignId ContactId LeadId'), Status: 'picklist', HasResponded: 'boolean' },
    { parents: { Campaign: { by: 'CampaignId', object: 'Campaign' } } },
  ),
}

/** Not every organization has every field: some have one currency, some have no record types. */
const isThere = (name: string, account: SandboxAccount): boolean => {
  if (name === 'CurrencyIsoCode') return account.facts['currencies'] === 'many'
  return name !== 'RecordTypeId' || account.facts['recordTypes'] !== '0'
}

/** The object as this organization has it. Names are accepted in any case. */
export const objectOf = (asked: string, account: SandboxAccount): ({ name: string } & SObject) | undefined => {
  const name = Object.keys(objects).find((one) => one.toLowerCase() === asked.toLowerCase())
  const found = name === undefined ? undefined : objects[name]
  if (name === undefined || !found) return undefined
  const fields = Object.fromEntries(Object.entries(found.fields).filter(([field]) => isThere(field, account)))
  return { ...found, name, fields }
}

export const describe = (asked: string, account: SandboxAccount): unknown => {
  const found = objectOf(asked, account)
  if (!found) return undefined
  const fields = Object.entries(found.fields).map(([name, type]) => ({
    name,
    label: name.replace('__c', '').replaceAll('_', ' '),
    type,
    custom: name.endsWith('__c'),
    nillable: name !== 'Id',
    picklistValues: [],
    referenceTo: [],
    filterable: true,
    sortable: true,
  }))
  return { name: found.name, label: found.name, custom: false, queryable: true, fields }
}
