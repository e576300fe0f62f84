import { useQuery } from '@tanstack/react-query'
import { getOnboarding } from '#contract/onboarding.ts'
import { call } from '#web/lib/calls/browser-caller.ts'

export const onboardingKey = ['onboarding']

export const useOnboarding = () =>
  useQuery({ queryKey: onboardingKey, queryFn: ({ signal }) => call(getOnboarding, {}, { signal }) })
