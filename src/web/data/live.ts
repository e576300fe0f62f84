import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { streamLive, type LiveTopic } from '#contract/live.ts'
import { stream } from '#web/lib/browser-caller.ts'
import { startLive } from '#web/lib/live.ts'
import { cacheInvalidated } from '#web/lib/local-cache.ts'
import { eventsKey } from './events.ts'
import { forgetIntegrations, integrationsQueryKey } from './integrations.ts'
import { onboardingKey } from './onboarding.ts'

const refresh: Partial<Record<LiveTopic, (queryClient: QueryClient) => void>> = {
  onboarding: (queryClient) => void queryClient.invalidateQueries({ queryKey: onboardingKey }),
  events: (queryClient) => void queryClient.invalidateQueries({ queryKey: eventsKey }),
  integrations: forgetIntegrations,
}

/** Whether the line to the server is up, for whoever wants to show it. */
export const LiveContext = createContext(false)

/** Keeps open screens true while the signed-in part is shown; answers whether the line is up. */
export const useLive = (): boolean => {
  const queryClient = useQueryClient()
  const [connected, setConnected] = useState(false)

  useEffect(
    () =>
      startLive({
        open: (lastEventId, signal) =>
          stream(streamLive, { signal, headers: lastEventId ? { 'last-event-id': lastEventId } : {} }),
        onTopic: (topic) => refresh[topic]?.(queryClient),
        onConnected: setConnected,
      }),
    [queryClient],
  )

  useEffect(() => {
    const fetchAgain = () => void queryClient.invalidateQueries({ queryKey: integrationsQueryKey })
    window.addEventListener(cacheInvalidated, fetchAgain)
    return () => window.removeEventListener(cacheInvalidated, fetchAgain)
  }, [queryClient])

  return connected
}
