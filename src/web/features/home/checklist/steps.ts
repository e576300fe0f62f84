import type { Onboarding, OnboardingStep } from '#contract/onboarding.ts'

/** Steps that the product has today. The pages of the others do not exist yet. */
const available = new Set<OnboardingStep>(['confirm_email', 'connect_crm', 'first_sync'])

const waitsFor: Partial<Record<OnboardingStep, 'connect_crm'>> = { first_sync: 'connect_crm' }

export type StepState = 'done' | 'next' | 'waiting' | 'unavailable'

export interface Step {
  step: OnboardingStep
  doneAt: string | null
  state: StepState
}

/** The state of each step: done, the next one to do, waiting for another step, or not available yet. */
export const stepsOf = (steps: Onboarding['steps']): Step[] => {
  const done = new Set(steps.filter(({ doneAt }) => doneAt !== null).map(({ step }) => step))
  const stateOf = (step: OnboardingStep): StepState => {
    if (done.has(step)) return 'done'
    if (!available.has(step)) return 'unavailable'
    const first = waitsFor[step]
    return first && !done.has(first) ? 'waiting' : 'next'
  }
  return steps.map(({ step, doneAt }) => ({ step, doneAt, state: stateOf(step) }))
}
