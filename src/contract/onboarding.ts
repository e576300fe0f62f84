import { z } from 'zod'
import { instant } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'

/** In the order of the onboarding. Each is marked by the transaction that completes it. */
export const onboardingSteps = [
  'confirm_email',
  'connect_crm',
  'first_sync',
  'map_stages',
  'invite_partner',
  'first_shared_lead',
  'first_report',
] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const getOnboarding = defineRoute({
  name: 'getOnboarding',
  api: 'agencies',
  method: 'GET',
  path: '/onboarding',
  summary: 'Get the onboarding progress of your account.',
  access: whoMay('client', 'r'),
  reply: {
    status: 200,
    body: z
      .object({ steps: z.array(z.object({ step: z.enum(onboardingSteps), doneAt: instant.nullable() })) })
      .meta({ id: 'Onboarding' }),
  },
})

export type Onboarding = z.infer<(typeof getOnboarding)['reply']['body']>
