// The content of an organization, and its admin API.
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { CrmAdmin, NewAccount } from '../kit/vendor.ts'
import { idOf } from './ids.ts'
import { createContacts } from './contacts.ts'
import { closed, dealBody, isRetired, pipelinesOf, recordTypeId, stageBody, stageName, type Body } from './records.ts'
import { createRows, type Rows } from './rows.ts'

const vendor = 'salesforce'

const addStages = ({ add, put }: Rows, account: SandboxAccount, times: { created: number; modified: number }): void => {
  const pipelines = pipelinesOf(account)
  const names = [...new Set([...pipelines.flatMap(({ stages }) => stages), closed.won, closed.lost])]
  for (const [index, name] of names.entries()) {
    const flags = {
      IsActive: !isRetired(name),
      IsClosed: name === closed.won || name === closed.lost,
      IsWon: name === closed.won,
    }
    add(account.account, 'OpportunityStage', { ApiName: name, MasterLabel: name, SortOrder: index + 1, ...flags }, times)
  }
  for (const [index, { name }] of pipelines.entries()) {
    const id = recordTypeId(account, index)
    const body = {
      Name: name,
      DeveloperName: name.replaceAll(/\W+/g, '_'),
      SobjectType: 'Opportunity',
      IsActive: !isRetired(name),
    }
    if (id !== null) put(account.account, id, body, times)
  }
}

const createAccount = (rows: Rows, { id, name, currency, pipelines }: NewAccount): SandboxAccount => {
  const { store, put } = rows
  const account: SandboxAccount = {
    vendor,
    account: id ?? idOf('Organization', store.next(`${vendor}:Organization`)),
    name,
    facts: {
      user: idOf('User', store.next(`${vendor}:User`)),
      // Organizations with a currency have several enabled.
      currencies: currency === undefined ? 'one' : 'many',
      recordTypes: String(pipelines && pipelines.length > 1 ? pipelines.length : 0),
      ...(pipelines ? { pipelines: JSON.stringify(pipelines) } : {}),
    },
  }
  store.putAccount(account)
  const times = { created: Date.now(), modified: Date.now() }
  const organisation = {
    Name: name,
    IsSandbox: false,
    OrganizationType: 'Enterprise Edition',
    TimeZoneSidKey: 'America/Los_Angeles',
  }
  store.put(
    { vendor, account: account.account, object: 'Organization' },
    { id: account.account, body: organisation, createdAt: times.created, modifiedAt: times.modified },
  )
  const email = 'olivia.marsh@example.com'
  put(
    account.account,
    account.facts['user'] ?? '',
    { Name: 'Olivia Marsh', Email: email, Username: email, IsActive: true },
    times,
  )
  addStages(rows, account, times)
  return account
}

const createOpportunities = (rows: Rows): Pick<CrmAdmin, 'addDeal' | 'changeDeal' | 'removeDeal'> => {
  const { add, bodyOf, change, remove, organisation } = rows
  const note = (account: string, opportunity: string, body: Body, at: number): void => {
    const { StageName, Amount = null, Probability = null, CloseDate = null } = body
    const row = { OpportunityId: opportunity, StageName, Amount, Probability, CloseDate }
    add(account, 'OpportunityHistory', row, { created: at, modified: at })
  }
  return {
    addDeal(account, deal) {
      const its = organisation(account)
      const body = dealBody(its, deal)
      const id = add(account, 'Opportunity', body, { created: deal.createdAt, modified: deal.modifiedAt })
      const times = { created: deal.createdAt, modified: deal.createdAt }
      for (const [index, person] of deal.personIds.entries())
        add(
          account,
          'OpportunityContactRole',
          { OpportunityId: id, ContactId: person, Role: null, IsPrimary: index === 0 },
          times,
        )
      for (const { stage, at } of deal.path) note(account, id, { ...body, StageName: stageName(its, deal.pipeline, stage) }, at)
      return id
    },
    changeDeal(account, id, { stage, amount, name }, at) {
      const its = organisation(account)
      const old = bodyOf(account, id)
      const own = pipelinesOf(its).findIndex((_, index) => recordTypeId(its, index) === old['RecordTypeId'])
      const body = {
        ...(stage === undefined ? {} : stageBody(its, Math.max(0, own), { stage, at })),
        ...(amount === undefined ? {} : { Amount: amount }),
        ...(name === undefined ? {} : { Name: name }),
      }
      change(account, id, body, at)
      // A new amount is added to the history as well, with the stage as it was.
      if (stage !== undefined || amount !== undefined) note(account, id, { ...old, ...body }, at)
    },
    removeDeal: remove,
  }
}

const createLists = (store: Store): Pick<CrmAdmin, 'people' | 'deals' | 'counts'> => {
  const listed = (account: string, object: string, limit: number) =>
    store.list({ vendor, account, object, limit, descending: true }).map(({ id, body }) => {
      const record = JSON.parse(body) as Record<string, string | null>
      const name = record['Name'] ?? [record['FirstName'], record['LastName']].filter(Boolean).join(' ')
      return { id, name, detail: record['StageName'] ?? record['Email'] ?? '' }
    })
  /** Converted leads are counted as the contacts that they have become. */
  const leads = (account: string): number =>
    Number(
      store.one(
        `select count(*) as n from record where vendor = 'salesforce' and object = 'Lead' and account = ? and deleted = 0
         and not json_extract(body, '$.IsConverted')`,
        account,
      )?.['n'],
    )
  return {
    people: (account, limit) => [...listed(account, 'Lead', limit), ...listed(account, 'Contact', limit)].slice(0, limit),
    deals: (account, limit) => listed(account, 'Opportunity', limit),
    counts: (account) => ({
      people: store.count({ vendor, account, object: 'Contact' }) + leads(account),
      deals: store.count({ vendor, account, object: 'Opportunity' }),
    }),
  }
}

export const createState = (store: Store) => {
  const rows = createRows(store)
  const crm: CrmAdmin = { ...createContacts(rows), ...createOpportunities(rows), ...createLists(store) }
  return { createAccount: (account: NewAccount) => createAccount(rows, account), crm }
}
