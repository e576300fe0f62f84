// An agency and a company, and what they do to connect.
import { approveCriteria, saveCriteria, submitCriteria } from '#contract/connections/agreements.ts'
import { acceptConnection, createConnection, getConnection, type Connection } from '#contract/connections/connections.ts'
import { emptyCriteria, type Criteria } from '#contract/criteria/criteria.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { newId } from '#server/platform/ids.ts'
import { emailTo } from '#server/testing/users.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { openAccount } from '#server/testing/vendors/vendor-accounts.ts'
import { eventually, type TestUser, type World } from '#server/testing/world.ts'
import type { RecordBatch } from '../../crm/model.ts'
import { saveRecords } from '../../crm/service.ts'
import { contact } from '../../crm/testing/records.ts'

let accounts = 0

/** Ana's agency. */
export const openAgency = (world: World): Promise<TestUser> =>
  world.signUp({ company: `Northlight ${(accounts += 1)}`, name: 'Ana', lastname: 'Whitfield', agency: true })

/** Priya's company. */
export const openCompany = (world: World, form: { email?: string } = {}): Promise<TestUser> =>
  world.signUp({ company: `Brightsmile ${(accounts += 1)}`, name: 'Priya', lastname: 'Raman', ...form })

/** A CRM whose first sync is under way. */
export const startSyncing = async (world: World, user: TestUser): Promise<void> => {
  const account = await openAccount(world, 'airtable', { name: `CRM of ${user.user.client.name}`, people: 3 })
  await connectToRead(user, 'airtable', account)
}

export const invite = async (by: TestUser, partnerEmail: string, more: { message?: string } = {}): Promise<Connection> => {
  const { status, body, error } = await by.call(createConnection, { body: { name: 'Brightsmile Dental', partnerEmail, ...more } })
  if (status !== 201) throw new Error(`Not invited: ${JSON.stringify(error)}`)
  return body
}

/** The secret of the link in the newest invitation to an address. */
export const tokenFor = async (world: World, email: string, subject = /invites you to connect/): Promise<string> => {
  const { text } = await emailTo(world, email, subject)
  return /\/invitations\/([\w-]+)/.exec(text)?.[1] ?? ''
}

export const lookAt = async (user: TestUser, id: string): Promise<Connection> =>
  (await user.call(getConnection, { params: { id }, query: {} })).body

export interface Pair {
  ana: TestUser
  priya: TestUser
  id: string
  criteria: Criteria
}

/** As a sync would save it. */
export const saveInto = (world: World, { priya, criteria }: Pick<Pair, 'priya' | 'criteria'>, batch: RecordBatch) => {
  const { clientId } = priya.user
  const origin = { clientId, dataSourceId: criteria.integration_id, runId: newId(), at: new Date(), dispatcher: world.dispatcher }
  return world.database.inClient(clientId, (tx) => saveRecords(tx, origin, batch, { historyComesApart: false }))
}

/** Contacts at the company: three of them tagged northlight, and one of these never to be shared. */
const people = [
  contact('maya', { tags: ['Northlight'], firstName: 'Maya', lastName: 'Ellison' }),
  contact('samir', { tags: ['northlight '], firstName: 'Samir', lastName: 'Haddad' }),
  contact('ines', { tags: ['northlight', 'do-not-share'], firstName: 'Inés', lastName: 'Caldera' }),
  contact('otto', { tags: ['radio'], firstName: 'Otto', lastName: 'Quist' }),
]

/** A company with these contacts in its CRM, and criteria for those tagged northlight. */
export const openSyncedCompany = async (world: World): Promise<Pick<Pair, 'priya' | 'criteria'>> => {
  const priya = await openCompany(world)
  await startSyncing(world, priya)
  const integration = await eventually(async () => {
    const { body } = await priya.call(listIntegrations, { query: {} })
    return body.items.find((item) => item.last_run?.status === 'done')
  })
  const criteria: Criteria = {
    ...emptyCriteria(integration.id),
    match_on: 'contact',
    filter: { field: 'tag', op: 'has_any', values: ['northlight'] },
    type_of_data: 'BASIC',
  }
  await saveInto(world, { priya, criteria }, { contacts: people })
  return { priya, criteria }
}

/** Connected with such a company. The agency is a new one unless given. */
export const connectPair = async (world: World, agency?: TestUser): Promise<Pair> => {
  const [ana, { priya, criteria }] = [agency ?? (await openAgency(world)), await openSyncedCompany(world)]
  const { id } = await invite(ana, priya.email)
  await priya.call(acceptConnection, { params: { id }, body: {} })
  return { ana, priya, id, criteria }
}

export const saveDraft = (user: TestUser, id: string, criteria: Criteria) =>
  user.call(saveCriteria, { params: { id }, body: { criteria } })

export const submitDraft = (user: TestUser, id: string, textHash: string, more = {}) =>
  user.call(submitCriteria, { params: { id }, body: { textHash, ackPersonalData: true, ackPolicy: true, ...more } })

/** Saves criteria and sends them. */
export const send = async ({ priya, id }: Pair, criteria: Criteria): Promise<{ connection: Connection; textHash: string }> => {
  const { body, error } = await saveDraft(priya, id, criteria)
  const sent = await submitDraft(priya, id, body?.textHash ?? '')
  if (sent.status !== 200) throw new Error(`Not sent: ${JSON.stringify([error, sent.error])}`)
  return { connection: sent.body, textHash: body.textHash }
}

export const approve = (user: TestUser, id: string, textHash: string) =>
  user.call(approveCriteria, { params: { id }, body: { textHash, confirmPurpose: true } })

/** Waits until both sides are in a state. */
export const arrive = ({ ana, priya, id }: Pair, state: Connection['state']): Promise<Connection> =>
  eventually(async () => {
    const [agency, company] = [await lookAt(ana, id), await lookAt(priya, id)]
    return agency.state === state && company.state === state ? agency : undefined
  })

/** Connected, agreed, and shared. */
export const sharePair = async (world: World, change: Partial<Criteria> = {}, agency?: TestUser): Promise<Pair> => {
  const made = await connectPair(world, agency)
  const pair = { ...made, criteria: { ...made.criteria, ...change } }
  const { textHash } = await send(pair, pair.criteria)
  await approve(pair.ana, pair.id, textHash)
  await arrive(pair, 'ACTIVE')
  return pair
}
