import type { QueryClient } from '@tanstack/react-query'
import { eventsQuery } from '#web/data/events.ts'
import { onboardingQuery } from '#web/data/account/onboarding.ts'
import { stagesQuery } from '#web/data/syncs/stages.ts'
import { hasCallAhead } from '#web/lib/calls/ahead.ts'
import { homeEvents } from './first-calls.ts'

const patience = 1_000

/** Puts the replies to first-calls.ts into the query cache, so that the landing page renders complete. A late reply is rendered later. */
export const takeFirstAnswers = async (queryClient: QueryClient): Promise<void> => {
  if (!hasCallAhead()) return
  const taken = Promise.all([
    queryClient.prefetchQuery(onboardingQuery),
    queryClient.prefetchQuery(eventsQuery(homeEvents)),
    queryClient.prefetchQuery(stagesQuery),
  ])
  const late = new Promise((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([taken, late])
}
