import { queryOptions, useQuery } from '@tanstack/react-query'
import { getOnboarding } from '#contract/onboarding.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const onboardingKey = ['onboarding']

export const onboardingQuery = queryOptions({
  queryKey: onboardingKey,
  queryFn: ({ signal }) => call(getOnboarding, {}, { signal }),
})

export const useOnboarding = () => useQuery(onboardingQuery)
