import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { streamLive, type LiveTopic } from '#contract/live.ts'
import { eventIdBeforeAhead } from '#web/lib/calls/ahead.ts'
import { stream } from '#web/lib/calls/browser-caller.ts'
import { startLive } from '#web/lib/calls/live.ts'
import { cacheInvalidated } from '#web/lib/cache/local-cache.ts'
import { onBackOnline, useOnline } from '#web/lib/network.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { currentUserKey } from './account/current-user.ts'
import { eventsKey } from './events.ts'
import { forgetIntegrations, integrationsQueryKey, cachedEventId } from './integrations/integrations.ts'
import { onboardingKey } from './account/onboarding.ts'
import { notificationsKey } from './unread.ts'
import { approvalsKey } from './admin/approvals.ts'
import { usersKey } from './account/load-current-user.ts'

const invalidate =
  (...keys: string[][]) =>
  (queryClient: QueryClient) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }

/** This topic is sent twice a second while a sync runs: the next fetch waits until the previous one is complete. */
const followSyncs = () => {
  let isFetching = false
  let isOutdated = false
  const fetchAll = async (queryClient: QueryClient): Promise<void> => {
    isOutdated = isFetching
    if (isFetching) return
    isFetching = true
    await Promise.all([integrationsQueryKey, ['runs']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    isFetching = false
    if (isOutdated) await fetchAll(queryClient)
  }
  return (queryClient: QueryClient) => void fetchAll(queryClient)
}

const refresh: Record<LiveTopic, (queryClient: QueryClient) => void> = {
  onboarding: invalidate(onboardingKey),
  events: invalidate(eventsKey),
  // Sent when a run has ended: an open list of contacts or spend shows the new rows.
  integrations: (queryClient) => {
    forgetIntegrations()
    invalidate(['contacts'], ['spend'], ['ghostCompanies'])(queryClient)
  },
  users: invalidate(usersKey, currentUserKey),
  // The key is written out, because its file belongs to a page that is loaded later.
  client: invalidate(['clients'], currentUserKey),
  // Every approval request also creates a notification.
  notifications: invalidate(notificationsKey, approvalsKey),
  syncs: followSyncs(),
  // Also written out. What is shared changes the contacts of an agency.
  connections: invalidate(['connections'], ['contacts']),
  ghostCompanies: invalidate(['ghostCompanies'], ['contacts']),
  // Also written out. What came in is a contact, too.
  webhooks: invalidate(['webhooks'], ['contacts']),
}

type LiveStatus = 'connecting' | 'live' | 'reconnecting'

/** The state of the live stream, for components that show it. */
export const LiveContext = createContext<LiveStatus>('connecting')

let live: ReturnType<typeof startLive> | undefined

/** The id of the last event received; a reply that is requested now contains everything before it. */
export const heardUntil = (): string | undefined => live?.heardUntil()

/** Keeps open screens up to date while a user is signed in; returns the state of the stream. */
export const useLive = (): LiveStatus => {
  const queryClient = useQueryClient()
  const { onRefused } = useSession()
  const [status, setStatus] = useState<LiveStatus>('connecting')
  // A stream that was cut off reports it only after a while.
  const isOnline = useOnline()

  useEffect(() => {
    live = startLive({
      open: (lastEventId, signal) => stream(streamLive, { signal, headers: lastEventId ? { 'last-event-id': lastEventId } : {} }),
      onTopic: (topic) => refresh[topic]?.(queryClient),
      onConnected: (connected) => setStatus((before) => (connected ? 'live' : before === 'connecting' ? before : 'reconnecting')),
      onRefused,
      from: cachedEventId() ?? eventIdBeforeAhead(),
    })
    const { stop, reconnect } = live
    const stopListening = onBackOnline(reconnect)
    return () => {
      stopListening()
      stop()
    }
  }, [queryClient, onRefused])

  useEffect(() => {
    const fetchAgain = () => void queryClient.invalidateQueries({ queryKey: integrationsQueryKey })
    window.addEventListener(cacheInvalidated, fetchAgain)
    return () => window.removeEventListener(cacheInvalidated, fetchAgain)
  }, [queryClient])

  return status === 'live' && !isOnline ? 'reconnecting' : status
}
