import { getOnboarding } from '#contract/onboarding.ts'
import { serve, type Served } from '#server/platform/http/serve.ts'
import * as onboarding from './service.ts'

export const onboardingRoutes = (): Served[] => [serve(getOnboarding, (_input, context) => onboarding.getOnboarding(context))]
