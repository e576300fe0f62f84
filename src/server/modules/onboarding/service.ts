import { onboardingSteps, type Onboarding, type OnboardingStep } from '#contract/onboarding.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../acts/service.ts'
import { acts } from './acts.ts'
import { insertStep, selectSteps } from './queries.ts'

/** Called in the transaction that completes the step. The first time counts. */
export const markStep = async (tx: Tx, clientId: string, step: OnboardingStep): Promise<void> => {
  if (await insertStep(tx, clientId, step)) await record(tx, acts['onboarding.step_done'], { clientId })
}

export const getOnboarding = async (context: Context): Promise<Onboarding> => {
  const rows = await context.inClient((tx) => selectSteps(tx, context.caller.clientId))
  const done = new Map(rows.map((row) => [row.step, row.done_at.toISOString()]))
  return { steps: onboardingSteps.map((step) => ({ step, doneAt: done.get(step) ?? null })) }
}
