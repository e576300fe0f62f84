// What an agency's token allows: the locations where the application is installed, and a token for each of them.
import type { FastifyInstance } from 'fastify'
import type { Tokens } from '../kit/oauth-server.ts'
import type { Agencies } from './agencies.ts'
import { queryOf, say, type Door, type Query } from './door.ts'
import { appId } from './state.ts'

const installedIn = (agencies: Agencies, agency: string) =>
  (agencies.locations(agency) ?? []).filter(({ isInstalled }) => isInstalled)

export const agencyAnswer = (agencies: Agencies, agency: string) => ({
  userType: 'Company',
  companyId: agency,
  isBulkInstallation: true,
  approvedLocations: installedIn(agencies, agency).map(({ id }) => id),
})

/** A refresh token is renewed with its own user type. */
export const checkUserType = (api: FastifyInstance, tokens: Tokens, agencies: Agencies): void => {
  api.addHook('preHandler', async (request, reply) => {
    const { refresh_token: refresh, user_type: userType } = (request.body ?? {}) as Query
    const account = refresh === undefined ? undefined : tokens.byRefresh(refresh)?.account
    if (account === undefined || userType === undefined) return undefined
    if (userType === (agencies.isAgency(account) ? 'Company' : 'Location')) return undefined
    return say(reply, 400, 'The refresh token is not of this user type.', 'Bad Request')
  })
}

const longestPage = 100

export const registerAgency = (open: Door, { tokens, agencies }: { tokens: Tokens; agencies: Agencies }): void => {
  open({
    url: '/oauth/installedLocations',
    scope: 'oauth.readonly',
    of: 'agency',
    locationOf: (request) => queryOf(request)['companyId'] ?? '',
    work: (request, agency, reply) => {
      const query = queryOf(request)
      if (query['appId'] !== appId) return say(reply, 422, ['appId must be that of the app'], 'Unprocessable Entity')
      const all = query['isInstalled'] === 'true' ? installedIn(agencies, agency) : (agencies.locations(agency) ?? [])
      const from = Number(query['skip'] ?? 0)
      const page = all.slice(from, from + Math.min(longestPage, Number(query['limit'] ?? 20)))
      const locations = page.map(({ id, name, isInstalled }, place) => ({
        _id: id,
        name,
        address: `${from + place + 1} Harbor Street, Denver, CO 80202`,
        isInstalled,
      }))
      return { locations, count: all.length, installToFutureLocations: false }
    },
  })
  open({
    method: 'POST',
    url: '/oauth/locationToken',
    scope: 'oauth.write',
    of: 'agency',
    locationOf: ({ body }) => (body as Query | null)?.['companyId'] ?? '',
    work: ({ body }, agency, reply, scopes) => {
      const { locationId = '' } = body as Query
      if (!installedIn(agencies, agency).some(({ id }) => id === locationId))
        return say(reply, 400, 'The app is not installed in this location.', 'Bad Request')
      const { access, user } = tokens.issue(locationId, scopes)
      return { access_token: access, token_type: 'Bearer', expires_in: 86_399, scope: scopes, locationId, userId: user, appId }
    },
  })
}
