// An agency's login: the locations where the application is installed, and a token for each of them.
import type { AccountToken, Location } from '../kit/connector.ts'
import type { Account, Session } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { textOrNull } from '../kit/text.ts'
import { parseChoices } from '../kit/wire.ts'
import { isOfAgency } from './auth.ts'
import { locationOf } from './client.ts'
import * as wire from './wire.ts'

const pageSize = 100
const pagesMax = 100

const companyOf = ({ facts }: Pick<Account, 'facts'>): string => {
  const companyId = textOrNull(facts['companyId'])
  if (companyId === null) throw new ConnectorFailure('refused', 'Reconnect and choose a GoHighLevel sub-account.')
  return companyId
}

/** The first part of the client id identifies the application. */
const appIdOf = ({ app }: Session): string => app.clientId.split('-')[0] ?? ''

const installedPage = async (session: Session, range: { skip: number; limit: number }): Promise<unknown[]> => {
  const query = { companyId: companyOf(session.account), appId: appIdOf(session), isInstalled: true, ...range }
  const call = { path: '/oauth/installedLocations', query, about: 'locations' }
  return (await session.http.get(wire.installedAnswer, call)).locations
}

const offered = ({ http }: Session, rows: readonly unknown[]): Location[] =>
  parseChoices(wire.installedLocation, rows, 'locations', http.vendor)
    .filter(({ isInstalled }) => isInstalled !== false)
    .map(({ _id: id, name, address }) => ({
      id,
      name: textOrNull(name)?.slice(0, 200) ?? id,
      address: textOrNull(address)?.slice(0, 500) ?? null,
    }))

export const locations = async (login: Session): Promise<Location[]> => {
  if (!isOfAgency(login.account)) return []
  const known = new Map<string, Location>()
  for (let page = 0; page < pagesMax; page += 1) {
    const before = known.size
    const found = await installedPage(login, { skip: page * pageSize, limit: pageSize })
    for (const location of offered(login, found)) known.set(location.id, location)
    if (found.length < pageSize || known.size === before) break
  }
  return [...known.values()]
}

/** Before a location is chosen only the agency is known. We check now whether its locations can be listed. */
export const identifyAgency = async (session: Session, companyId: string): Promise<Account> => {
  const facts = { companyId, login_id: companyId }
  const account = { ...session.account, hubId: null, name: `Agency ${companyId}`, url: null, facts }
  offered(session, await installedPage({ ...session, account }, { skip: 0, limit: 1 }))
  return account
}

const notInstalled = new Set([400, 403, 404, 422])

/** The agency may still give us access although one of its locations does not. */
const lostLocation = (error: unknown): never => {
  if (error instanceof ConnectorFailure && error.kind === 'refused' && notInstalled.has(error.status ?? 0))
    throw new ConnectorFailure(
      'auth_lost',
      'GoHighLevel revoked our access to this location. Install the app there again, then reconnect.',
      { status: error.status },
    )
  throw error
}

const ask = async (login: Session): Promise<AccountToken> => {
  const locationId = locationOf(login)
  const form = { companyId: companyOf(login.account), locationId }
  const call = { method: 'POST', path: '/oauth/locationToken', form, about: 'access to a location' } as const
  const answer = await login.http.get(wire.locationToken, call).catch(lostLocation)
  if (answer.locationId !== undefined && answer.locationId !== locationId)
    throw new ConnectorFailure('bad_answer', 'GoHighLevel gave us access to a different location than we asked for.')
  return { accessToken: answer.access_token, expiresAt: new Date(login.now().getTime() + answer.expires_in * 1000) }
}

export const accountToken = { isNeeded: (account: Account) => account.hubId !== null && isOfAgency(account), ask }
