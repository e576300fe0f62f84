// An invitation that was opened by its link: the account has it only once it is answered.
import { connectionLimits, type Connection, type listConnections } from '#contract/connections/connections.ts'
import type { Reply, Request } from '#contract/kit/route.ts'
import { keptInvitation, type KeptInvitation } from '#web/lib/kept-invitation.ts'
import { innerPaths } from '#web/paths.ts'

type List = Reply<typeof listConnections>
type Query = NonNullable<Request<typeof listConnections>['query']>

const day = 86_400_000

interface Reader {
  email: string
  isAdmin: boolean
}

/** As the account will have it. */
export const connectionOf = (kept: KeptInvitation, { email, isAdmin }: Reader): Connection => {
  const sentAt = new Date(Date.parse(kept.expiresAt) - connectionLimits.validDays * day).toISOString()
  return {
    id: kept.connectionId,
    side: kept.inviterType === 'AGENCY' ? 'COMPANY' : 'AGENCY',
    state: 'INVITED',
    status: 'invite received',
    name: kept.inviterName,
    partnerEmail: email,
    partnerId: null,
    businessId: null,
    isInviter: false,
    inviter: kept.inviterName,
    invitedAs: 'admin',
    message: null,
    integration: null,
    subAccount: null,
    syncField: null,
    syncValue: null,
    tag: null,
    pipeline: null,
    dataFilters: null,
    typeOfData: null,
    ending: null,
    reason: null,
    health: 'ok',
    versionInForce: null,
    pendingVersion: null,
    sentAt,
    sentCount: 1,
    remindedCount: 0,
    expiresAt: kept.expiresAt,
    reviewStartedAt: null,
    sharedSince: null,
    endedAt: null,
    keepsTotals: false,
    ghostId: null,
    claim: null,
    createdAt: sentAt,
    updatedAt: sentAt,
    version: 0,
    allowedActions: isAdmin ? ['view', 'accept', 'reject'] : ['view'],
  }
}

const isListedIn = ({ name }: Connection, { page = 1, group = 'waiting', search = '' }: Query) =>
  page === 1 && group === 'waiting' && name.toLowerCase().includes(search.trim().toLowerCase())

/** The list with an invitation that the account does not have yet. */
export const withOpened = (list: List, opened: Connection | undefined, query: Query): List => {
  if (opened === undefined) return list
  const counts = { ...list.counts, waiting: list.counts.waiting + 1 }
  if (!isListedIn(opened, query)) return { ...list, counts }
  return { ...list, items: [opened, ...list.items], total: list.total + 1, counts }
}

/** The page behind the link says more than the connection's own, until the invitation is answered. */
export const pageOf = ({ id, state }: Pick<Connection, 'id' | 'state'>) => {
  const kept = keptInvitation()
  if (state === 'INVITED' && kept?.connectionId === id)
    return { to: innerPaths.invitation, params: { token: kept.token } } as const
  return { to: innerPaths.connection, params: { id } } as const
}
