import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { streamLive, type LiveTopic } from '#contract/live.ts'
import { isUnauthenticated } from '#web/lib/api-error.ts'
import { stream } from '#web/lib/browser-caller.ts'
import { startLive } from '#web/lib/live.ts'
import { cacheInvalidated } from '#web/lib/local-cache.ts'
import { useSession } from '#web/lib/session.ts'
import { eventsKey } from './events.ts'
import { forgetIntegrations, integrationsQueryKey } from './integrations.ts'
import { onboardingKey } from './onboarding.ts'

const refresh: Partial<Record<LiveTopic, (queryClient: QueryClient) => void>> = {
  onboarding: (queryClient) => void queryClient.invalidateQueries({ queryKey: onboardingKey }),
  events: (queryClient) => void queryClient.invalidateQueries({ queryKey: eventsKey }),
  integrations: forgetIntegrations,
}

type Line = 'connecting' | 'live' | 'reconnecting'

/** How the line to the server is, for whoever wants to show it. */
export const LiveContext = createContext<Line>('connecting')

/** Keeps open screens true while the signed-in part is shown; answers how the line is. */
export const useLive = (): Line => {
  const queryClient = useQueryClient()
  const { onExpired } = useSession()
  const [line, setLine] = useState<Line>('connecting')

  useEffect(
    () =>
      startLive({
        open: (lastEventId, signal) =>
          stream(streamLive, { signal, headers: lastEventId ? { 'last-event-id': lastEventId } : {} }),
        onTopic: (topic) => refresh[topic]?.(queryClient),
        onConnected: (connected) => setLine((before) => (connected ? 'live' : before === 'connecting' ? before : 'reconnecting')),
        onRefused: (error) => isUnauthenticated(error) && void onExpired(),
      }),
    [queryClient, onExpired],
  )

  useEffect(() => {
    const fetchAgain = () => void queryClient.invalidateQueries({ queryKey: integrationsQueryKey })
    window.addEventListener(cacheInvalidated, fetchAgain)
    return () => window.removeEventListener(cacheInvalidated, fetchAgain)
  }, [queryClient])

  return line
}
