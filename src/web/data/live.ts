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
import { forgetIntegrations, integrationsQueryKey, rememberedPlace } from './integrations/integrations.ts'
import { onboardingKey } from './account/onboarding.ts'
import { notificationsKey } from './unread.ts'
import { approvalsKey } from './admin/approvals.ts'
import { usersKey } from './account/load-current-user.ts'

const forget =
  (...keys: string[][]) =>
  (queryClient: QueryClient) => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey })
  }

/** Arrives twice in a second while a sync is under way: the next question waits for the answer to the one before. */
const followSyncs = () => {
  let isAsking = false
  let isOld = false
  const ask = async (queryClient: QueryClient): Promise<void> => {
    isOld = isAsking
    if (isAsking) return
    isAsking = true
    await Promise.all([integrationsQueryKey, ['runs']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    isAsking = false
    if (isOld) await ask(queryClient)
  }
  return (queryClient: QueryClient) => void ask(queryClient)
}

const refresh: Record<LiveTopic, (queryClient: QueryClient) => void> = {
  onboarding: forget(onboardingKey),
  events: forget(eventsKey),
  // Told when a run has ended: a list of people or of spend that is open shows what it brought.
  integrations: (queryClient) => {
    forgetIntegrations()
    forget(['contacts'], ['spend'])(queryClient)
  },
  users: forget(usersKey, currentUserKey),
  // The list belongs to a page that is loaded later, and so does its key.
  client: forget(['clients'], currentUserKey),
  // What staff users ask of each other comes with a notification.
  notifications: forget(notificationsKey, approvalsKey),
  syncs: followSyncs(),
}

type Line = 'connecting' | 'live' | 'reconnecting'

/** How the line to the server is, for whoever wants to show it. */
export const LiveContext = createContext<Line>('connecting')

let live: ReturnType<typeof startLive> | undefined

/** The place of what was last heard; what is asked for now knows of everything before it. */
export const heardUntil = (): string | undefined => live?.heardUntil()

/** Keeps open screens true while the signed-in part is shown; answers how the line is. */
export const useLive = (): Line => {
  const queryClient = useQueryClient()
  const { onRefused } = useSession()
  const [line, setLine] = useState<Line>('connecting')
  // A stream that is cut off says nothing of it for a while.
  const isOnline = useOnline()

  useEffect(() => {
    live = startLive({
      open: (lastEventId, signal) => stream(streamLive, { signal, headers: lastEventId ? { 'last-event-id': lastEventId } : {} }),
      onTopic: (topic) => refresh[topic]?.(queryClient),
      onConnected: (connected) => setLine((before) => (connected ? 'live' : before === 'connecting' ? before : 'reconnecting')),
      onRefused,
      from: rememberedPlace() ?? eventIdBeforeAhead(),
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

  return line === 'live' && !isOnline ? 'reconnecting' : line
}
