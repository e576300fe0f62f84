/** The type of an attribute: plain values are sent alone, the others with a label. */
export type Kind = 'plain' | 'time' | 'custom' | 'option' | { lookup: string }

export interface Table {
  set: string
  logicalName: string
  key: string
  attributes: Readonly<Record<string, Kind>>
  /** Related rows of one row. */
  relations?: Readonly<Record<string, string>>
}

/** Children are looked up by their parents, hundreds of times for one page. */
export const lookups: readonly [set: string, field: string][] = [
  ['opportunitysalesprocesses', '_opportunityid_value'],
  ['leadtoopportunitysalesprocesses', '_opportunityid_value'],
  ['members', 'list'],
  ['members', 'person'],
]
/** SQLite would not choose the index. */
export const hintFor = (set: string, field: string): string =>
  lookups.some(([one, by]) => one === set && by === field) ? `indexed by dynamics_${set}_${field}` : ''

const all = <K extends Kind>(kind: K, names: string): Record<string, K> =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]))

const common = {
  ...all('time', 'createdon modifiedon'),
  ...all('option', 'statecode statuscode'),
  ...all('plain', 'versionnumber'),
}
const owner = { _ownerid_value: { lookup: 'systemusers' } }
const person = {
  ...common,
  ...owner,
  ...all('plain', 'firstname lastname fullname emailaddress1 mobilephone telephone1 donotemail donotbulkemail merged'),
  ...all('plain', 'address1_city address1_stateorprovince address1_postalcode address1_country'),
  ...all('option', 'leadsourcecode'),
  ...all('custom', 'new_utmsource new_utmmedium new_utmcampaign new_gclid new_fbclid new_landingpage new_referrer'),
}
const flow = {
  ...common,
  ...all('plain', 'traversedpath duration'),
  ...all('time', 'activestagestartedon completedon'),
  _opportunityid_value: { lookup: 'opportunities' },
  _activestageid_value: { lookup: 'processstages' },
  _processid_value: { lookup: 'workflows' },
}

const table = (set: string, logicalName: string, attributes: Table['attributes'], more: Partial<Table> = {}): Table => {
  const key = more.key ?? `${logicalName}id`
  return { set, logicalName, key, ...more, attributes: { [key]: 'plain', ...attributes } }
}

const tables: readonly Table[] = [
  table('contacts', 'contact', {
    ...person,
    _masterid_value: { lookup: 'contacts' },
    _parentcustomerid_value: { lookup: 'accounts' },
  }),
  table('leads', 'lead', {
    ...person,
    ...all('plain', 'companyname subject'),
    _masterid_value: { lookup: 'leads' },
    _parentcontactid_value: { lookup: 'contacts' },
  }),
  table('opportunities', 'opportunity', {
    ...common,
    ...owner,
    ...all('plain', 'name estimatedvalue actualvalue totalamount estimatedclosedate actualclosedate closeprobability'),
    ...all('plain', 'stepname stageid traversedpath'),
    ...all('option', 'salesstagecode'),
    new_source: 'custom',
    _customerid_value: { lookup: 'contacts' },
    _parentcontactid_value: { lookup: 'contacts' },
    _parentaccountid_value: { lookup: 'accounts' },
    _originatingleadid_value: { lookup: 'leads' },
    _campaignid_value: { lookup: 'campaigns' },
    _transactioncurrencyid_value: { lookup: 'transactioncurrencies' },
  }),
  table('opportunitysalesprocesses', 'opportunitysalesprocess', flow, { key: 'businessprocessflowinstanceid' }),
  table('leadtoopportunitysalesprocesses', 'leadtoopportunitysalesprocess', flow, { key: 'businessprocessflowinstanceid' }),
  table('workflows', 'workflow', {
    ...common,
    ...all('plain', 'name uniquename primaryentity'),
    ...all('option', 'category type'),
  }),
  table('processstages', 'processstage', {
    ...all('plain', 'stagename primaryentitytypecode versionnumber'),
    ...all('option', 'stagecategory'),
    _processid_value: { lookup: 'workflows' },
  }),
  table('systemusers', 'systemuser', { ...common, ...all('plain', 'fullname internalemailaddress isdisabled') }),
  table('accounts', 'account', { ...common, ...all('plain', 'name') }),
  table('organizations', 'organization', { ...common, ...all('plain', 'name') }),
  table('transactioncurrencies', 'transactioncurrency', { ...common, ...all('plain', 'currencyname isocurrencycode') }),
  table(
    'lists',
    'list',
    { ...common, ...all('plain', 'listname type membercount query'), ...all('option', 'createdfromcode') },
    { relations: { listcontact_association: 'contacts', listlead_association: 'leads' } },
  ),
]

export const tableOf = (set: string): Table | undefined => tables.find((table) => table.set === set)
export const tableNamed = (logicalName: string): Table | undefined => tables.find((table) => table.logicalName === logicalName)

/** The store's own columns. */
export const columnOf = ({ key }: Table, attribute: string): string => {
  if (attribute === key) return 'id'
  if (attribute === 'createdon') return 'created'
  return attribute === 'modifiedon' ? 'modified' : `json_extract(body, '$.${attribute}')`
}

/** The attribute by which users recognize a row. */
export const nameIn = (body: Readonly<Record<string, unknown>>): string | undefined => {
  const names = ['fullname', 'name', 'stagename', 'listname', 'currencyname']
  return names.map((name) => body[name]).find((value) => typeof value === 'string')
}
