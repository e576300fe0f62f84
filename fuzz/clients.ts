// Two agencies and two companies with their users and sources. Everything that belongs to one of them has its mark.
import { getHubspotToken } from '#contract/integrations/integrations.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { createUser } from '#contract/users/invitations.ts'
import { changeUserStatus, deleteUser } from '#contract/users/users.ts'
import { joinTeam, signUpStaff } from '#server/testing/users.ts'
import { settled } from '#server/testing/vendors/runs.ts'
import { connectToRead } from '#server/testing/vendors/sources.ts'
import { openAccount, type VendorAccount } from '#server/testing/vendors/vendor-accounts.ts'
import type { TestUser, World } from '#server/testing/world.ts'
import type { FuzzContext } from './context.ts'

export interface FuzzClient {
  mark: string
  clientId: string
  /** What only the account itself and its vendors know. */
  secrets: string[]
}

export interface Actor {
  title: string
  email: string
  password: string
  token: string
  /** Whose data they may see; absent: no one's. */
  tenant: FuzzClient | undefined
  isStaff: boolean
}

export interface Cast {
  tenants: FuzzClient[]
  actors: Actor[]
}

/** Which vendors every account is connected to. */
const sources: readonly ProviderType[] = ['hubspot', 'active_campaign', 'googlesheet']

const accounts = [
  { mark: 'qzanchor', agency: true },
  { mark: 'qzbirch', agency: true },
  { mark: 'qzcedar', agency: false },
  { mark: 'qzdelta', agency: false },
] as const

const actorOf = (
  title: string,
  { email, password, token }: TestUser,
  tenant: FuzzClient | undefined,
  isStaff = false,
): Actor => ({
  title,
  email,
  password,
  token,
  tenant,
  isStaff,
})

/** The key that was entered, or the token that the vendor gave us instead. */
const secretsOf = async (owner: TestUser, { id, connect }: VendorAccount): Promise<string[]> => {
  const { status, body } = await owner.call(getHubspotToken, { query: { hub_id: id } })
  return [connect['api_key'] ?? [], status === 200 ? body.access_token : []].flat()
}

const connectSources = async (world: World, owner: TestUser, tenant: FuzzClient): Promise<void> => {
  for (const type of sources) {
    const account = await openAccount(world, type, { name: `${tenant.mark} at ${type}`, people: 6, deals: 3 })
    const source = await connectToRead(owner, type, account)
    await settled(owner, source.id)
    tenant.secrets.push(...(await secretsOf(owner, account)))
  }
}

interface Settled {
  tenant: FuzzClient
  owner: TestUser
  actors: Actor[]
}

/** Users who had access once, or not yet, and must be refused. */
const shutOut = async (world: World, { owner, tenant }: Settled): Promise<Actor[]> => {
  const suspended = await joinTeam(world, owner, { name: `Sus${tenant.mark}` })
  await owner.call(changeUserStatus, { params: { id: suspended.user.id }, body: { status: 'SUSPENDED' } })
  const removed = await joinTeam(world, owner, { name: `Rem${tenant.mark}` })
  await owner.call(deleteUser, { params: { id: removed.user.id }, query: {} })
  const email = `inv@${tenant.mark}.example.com`
  await owner.call(createUser, {
    body: { name: `Inv${tenant.mark}`, lastname: tenant.mark, email, role: 'user', companies: 'all' },
  })
  const anonymous = { email: '', password: '', token: '' }
  return [
    actorOf(`suspended user of ${tenant.mark}`, suspended, undefined),
    actorOf(`removed user of ${tenant.mark}`, removed, undefined),
    { ...anonymous, title: 'somebody signed out', tenant: undefined, isStaff: false },
  ]
}

const settle = async (world: World, { mark, agency }: (typeof accounts)[number]): Promise<Settled> => {
  const owner = await world.signUp({
    company: `${mark} Works`,
    name: `Ona ${mark}`,
    lastname: mark,
    email: `owner@${mark}.example.com`,
    agency,
  })
  const tenant: FuzzClient = { mark, clientId: owner.user.clientId, secrets: [] }
  await connectSources(world, owner, tenant)
  const admin = await joinTeam(world, owner, { name: `Ada${mark}`, lastname: mark, role: 'admin' })
  const user = await joinTeam(world, owner, { name: `Uma${mark}`, lastname: mark, role: 'user' })
  const actors = [
    actorOf(`owner of ${mark}`, owner, tenant),
    actorOf(`admin of ${mark}`, admin, tenant),
    actorOf(`user of ${mark}`, user, tenant),
  ]
  return { tenant, owner, actors }
}

/** A user with an open invitation: they have a token, and may accept. */
const inviteOne = async (world: World, ground: FuzzContext, { owner, tenant }: Settled): Promise<Actor> => {
  const invited = await joinTeam(world, owner, { name: `Iva${tenant.mark}`, lastname: tenant.mark })
  await ground.ask(`update app_user set status = 'INVITED' where client_id = $1 and id = $2`, [tenant.clientId, invited.user.id])
  return actorOf(`invited user of ${tenant.mark}`, invited, tenant)
}

/** Records of vendors are marked as well, in every column that is not used for lookups. */
const markRecords = async (ground: FuzzContext, { mark, clientId }: FuzzClient): Promise<void> => {
  const columns = `first_name = $2, last_name = $3, email = $4, phone = $2, company = $2, city = $2, source = $2`
  await ground.ask(
    `update contact set ${columns}, fields = jsonb_build_object('note', $2::text), tags = array[$2] where client_id = $1`,
    [clientId, `Lead ${mark}-crm`, `${mark}-crm`, `lead@${mark}-crm.example.com`],
  )
  await ground.ask(`update opportunity set name = $2, source = $2, outcome_reason = $2 where client_id = $1`, [
    clientId,
    `Deal ${mark}-crm`,
  ])
  await ground.ask(`update touch set campaign = $2, landing_url = $2 where client_id = $1`, [clientId, `${mark}-crm`])
  await ground.ask(`update crm_list set name = $2 where client_id = $1`, [clientId, `List ${mark}`])
}

export const settleCast = async (world: World, ground: FuzzContext): Promise<Cast> => {
  const settledAccounts = await Promise.all(accounts.map((account) => settle(world, account)))
  const [first] = settledAccounts
  const others = first ? [...(await shutOut(world, first)), await inviteOne(world, ground, first)] : []
  const tenants = settledAccounts.map(({ tenant }) => tenant)
  for (const tenant of tenants) await markRecords(ground, tenant)
  const staff = actorOf('staff', await signUpStaff(world), undefined, true)
  return { tenants, actors: [...settledAccounts.flatMap(({ actors }) => actors), ...others, staff] }
}
