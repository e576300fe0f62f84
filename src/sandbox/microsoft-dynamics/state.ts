// The content of an environment, and its admin API.
import type { SandboxAccount, Store } from '../kit/store.ts'
import type { CrmAdmin, NewAccount } from '../kit/vendor.ts'
import { createOpportunities } from './opportunities.ts'
import { createContacts } from './contacts.ts'
import { flowSet, pipelinesOf, processId, stageId } from './records.ts'
import { createRows, guidOf, vendor, type Rows } from './rows.ts'

const addProcesses = ({ put }: Rows, account: SandboxAccount, times: { created: number; modified: number }): void => {
  for (const [index, { name, stages }] of pipelinesOf(account).entries()) {
    const id = processId(account, index)
    const logicalName = flowSet(index).replace(/es$/, '')
    const body = { name, uniquename: logicalName, primaryentity: 'opportunity', category: 4, type: 1, statecode: 1 }
    put(account.account, ['workflows', id], body, times)
    for (const [order, stagename] of stages.entries())
      put(
        account.account,
        ['processstages', stageId(account, index, order)],
        { stagename, stagecategory: order, primaryentitytypecode: 'opportunity', _processid_value: id },
        times,
      )
  }
}

const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const createAccount = (rows: Rows, { id, name, pipelines }: NewAccount): SandboxAccount => {
  const { store, put } = rows
  const number = store.next(`${vendor}:organization`)
  const account: SandboxAccount = {
    vendor,
    account: id ?? guidOf(`organization ${number}`),
    name,
    facts: {
      unique: `${slug(name)}-${number}`,
      user: guidOf(`user ${number}`),
      ...(pipelines ? { pipelines: JSON.stringify(pipelines) } : {}),
    },
  }
  store.putAccount(account)
  const times = { created: Date.now(), modified: Date.now() }
  put(account.account, ['organizations', account.account], { name }, times)
  const user = { fullname: 'Marco Reyes', internalemailaddress: 'marco.reyes@example.com', isdisabled: false }
  put(account.account, ['systemusers', account.facts['user'] ?? ''], user, times)
  addProcesses(rows, account, times)
  return account
}

const unmerged = "json_extract(body, '$.merged') is not 1"

const createLists = (store: Store): Pick<CrmAdmin, 'people' | 'deals' | 'counts'> => {
  const listed = (account: string, object: string, limit: number) =>
    store.list({ vendor, account, object, limit, descending: true }).map(({ id, body }) => {
      const record = JSON.parse(body) as Record<string, string | null>
      return { id, name: record['fullname'] ?? record['name'] ?? '', detail: record['stepname'] ?? record['emailaddress1'] ?? '' }
    })
  const count = (account: string, set: string, condition: string): number =>
    Number(
      store.one(
        `select count(*) as n from record where vendor = 'microsoft-dynamics' and object = '${set}' and account = ? and deleted = 0
         and ${condition}`,
        account,
      )?.['n'],
    )
  return {
    people: (account, limit) => [...listed(account, 'leads', limit), ...listed(account, 'contacts', limit)].slice(0, limit),
    deals: (account, limit) => listed(account, 'opportunities', limit),
    // Merged contacts and qualified leads are replaced by another record.
    counts: (account) => ({
      people:
        count(account, 'contacts', unmerged) + count(account, 'leads', `${unmerged} and json_extract(body, '$.statecode') <> 1`),
      deals: count(account, 'opportunities', '1'),
    }),
  }
}

export const createState = (store: Store) => {
  const rows = createRows(store)
  const crm: CrmAdmin = { ...createContacts(rows), ...createOpportunities(rows), ...createLists(store) }
  return { createAccount: (account: NewAccount) => createAccount(rows, account), crm }
}
