// Invitations that wait for an answer.
import { useQuery } from '@tanstack/react-query'
import { listConnections } from '#contract/connections/connections.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { keptInvitation } from '#web/lib/kept-invitation.ts'
import { useMay } from '#web/lib/may.ts'
import { connectionOf } from './opened.ts'

const most = 100

/** Invitations that the account has, also those that it accepted and that share nothing yet. */
export const useReceived = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ['connections', 'received'],
    queryFn: ({ signal }) => call(listConnections, { query: { status: 'invite received', page: 1, size: most } }, { signal }),
    enabled,
  })

/** The invitation that was opened in this browser, unless the account has it already. */
export const useOpenedInvitation = () => {
  const { email, client } = useSession().user
  const isAdmin = useMay()('connections', 'w')
  const kept = keptInvitation()
  const isForThem = kept !== undefined && kept.inviterType !== client.type
  const received = useReceived({ enabled: isForThem })
  const isNew = isForThem && received.data?.items.every(({ id }) => id !== kept.connectionId)
  return { opened: isNew ? connectionOf(kept, { email, isAdmin }) : undefined, isLoading: received.isLoading }
}
