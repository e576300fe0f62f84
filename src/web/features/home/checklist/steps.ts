import type { Onboarding, OnboardingStep } from '#contract/onboarding.ts'

/** Steps that Home offers. */
const offeredSteps = ['confirm_email', 'connect_crm', 'first_sync'] as const
export type OfferedStep = (typeof offeredSteps)[number]
const isOffered = (step: OnboardingStep): step is OfferedStep => offeredSteps.some((offered) => offered === step)

/** Steps whose pages do not exist yet. */
export const laterSteps = ['map_stages', 'first_report'] as const satisfies readonly OnboardingStep[]

const waitsFor: Partial<Record<OfferedStep, 'connect_crm'>> = { first_sync: 'connect_crm' }

export type StepState = 'done' | 'next' | 'waiting'

export interface Step {
  step: OfferedStep
  doneAt: string | null
  state: StepState
}

/** The state of each step: done, the next one to do, or waiting for another step. */
export const stepsOf = (steps: Onboarding['steps']): Step[] => {
  const done = new Set(steps.filter(({ doneAt }) => doneAt !== null).map(({ step }) => step))
  const stateOf = (step: OfferedStep): StepState => {
    if (done.has(step)) return 'done'
    const first = waitsFor[step]
    return first && !done.has(first) ? 'waiting' : 'next'
  }
  return steps.flatMap(({ step, doneAt }) => (isOffered(step) ? [{ step, doneAt, state: stateOf(step) }] : []))
}
