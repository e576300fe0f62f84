import type { z } from 'zod'
import type { AdAccount, Business } from '../kit/connector.ts'
import type { Account, Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { parseChoices } from '../kit/wire.ts'
import { scopesOf } from '../kit/manifest.ts'
import { manifest } from './manifest.ts'
import { adAccountOf } from './map.ts'
import { adAccount, business, listAnswer, permissions, loginUser, type ListAnswer } from './wire.ts'

const pageSize = 100
const pagesMax = 100
const businessesMax = 500

/** The cursor of the next page. Facebook's own address for it contains the token and is never used. */
export const afterOf = ({ paging }: ListAnswer): string | null => {
  if (paging?.next === undefined || paging.next === null) return null
  if (paging.cursors?.after !== undefined) return paging.cursors.after
  throw new ConnectorFailure('bad_answer', "Facebook says there's more data, but not where.")
}

const listAll = async <T>(
  { http }: Session,
  schema: z.ZodType<T>,
  { path, fields, about }: { path: string; fields: string; about: string },
): Promise<T[]> => {
  const all: T[] = []
  let after: string | null = null
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { fields, limit: pageSize, ...(after === null ? {} : { after }) }
    const answer: ListAnswer = await http.get(listAnswer, { path, query, about })
    all.push(...parseChoices(schema, answer.data, about, http.vendor))
    after = afterOf(answer)
    if (after === null) return all
  }
  throw new ConnectorFailure('bad_answer', `Facebook keeps sending more ${about} without end.`)
}

export const businesses = async (session: Session): Promise<Business[]> => {
  const found = await listAll(session, business, { path: '/me/businesses', fields: 'id,name', about: 'businesses' })
  return found.map(({ id, name }) => ({ id, name: name ?? id }))
}

const accountsAt = async (session: Session, path: string, businessId: string | null): Promise<AdAccount[]> => {
  const fields = 'id,name,account_status,currency'
  const found = await listAll(session, adAccount, { path, fields, about: 'ad accounts' })
  return found.map((one) => adAccountOf(one, businessId))
}

/** A user with a lesser role in one business may not list its ad accounts, which must not hide the others. */
const allAt = async (session: Session, edges: readonly { path: string; businessId: string | null }[]): Promise<AdAccount[]> => {
  const found: AdAccount[] = []
  let firstRefusal: unknown
  for (const { path, businessId } of edges)
    try {
      found.push(...(await accountsAt(session, path, businessId)))
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || error.kind !== 'refused') throw error
      firstRefusal ??= error
    }
  if (found.length === 0 && firstRefusal !== undefined) throw firstRefusal
  return found
}

/** Ad accounts that a business owns come first, then those shared with it, then those without one; each is listed once. */
export const adAccounts = async (session: Session): Promise<AdAccount[]> => {
  const owners = (await businesses(session)).slice(0, businessesMax)
  const edgeOf = (edge: string) => owners.map(({ id }) => ({ path: `/${id}/${edge}`, businessId: id }))
  const edges = [...edgeOf('owned_ad_accounts'), ...edgeOf('client_ad_accounts'), { path: '/me/adaccounts', businessId: null }]
  const all = await allAt(session, edges)
  const named = new Set<string>()
  return all.filter(({ id }) => !named.has(id) && named.add(id))
}

/** Users can decline single permissions in the consent. Nothing works without all of them, so we report it now. */
const checkRights = async ({ http }: Session): Promise<void> => {
  const { data } = await http.get(permissions, { path: '/me/permissions', about: 'rights' })
  const granted = new Set(data.filter(({ status }) => status === 'granted').map(({ permission }) => permission))
  const missing = scopesOf(manifest).filter((scope) => !granted.has(scope))
  if (missing.length === 0) return
  throw new ConnectorFailure('refused', `We're missing the Facebook permission ${missing.join(' and ')}. Reconnect and allow it.`)
}

export const identify = async (session: Session): Promise<Account> => {
  await checkRights(session)
  const { id, name } = await session.http.get(loginUser, { path: '/me', query: { fields: 'id,name' }, about: 'the login' })
  // When the account is checked later, an ad account has been chosen.
  return { ...session.account, name: session.account.name || (name ?? 'Facebook'), facts: { login_id: id } }
}
