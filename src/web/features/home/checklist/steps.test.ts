import { describe, expect, it } from 'vitest'
import { onboardingSteps, type OnboardingStep } from '#contract/onboarding.ts'
import { laterSteps, stepsOf } from './steps.ts'

const after = (...done: OnboardingStep[]) =>
  stepsOf(onboardingSteps.map((step) => ({ step, doneAt: done.includes(step) ? '2026-11-16T09:00:00Z' : null })))
const stateOf = (steps: ReturnType<typeof after>, name: OnboardingStep) => steps.find(({ step }) => step === name)?.state

describe('The steps of Home', () => {
  it('begin with connecting a CRM for a new account, and the first sync waits for it', () => {
    const steps = after('confirm_email')
    expect(stateOf(steps, 'confirm_email')).toBe('done')
    expect(stateOf(steps, 'connect_crm')).toBe('next')
    expect(stateOf(steps, 'first_sync')).toBe('waiting')
  })

  it('continue with the first sync once a CRM is connected', () => {
    expect(stateOf(after('confirm_email', 'connect_crm'), 'first_sync')).toBe('next')
  })

  it('never offer a step whose page does not exist, and name only such steps as not available', () => {
    const steps = after('confirm_email', 'connect_crm', 'first_sync')
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'confirm_email done',
      'connect_crm done',
      'first_sync done',
    ])
    expect(laterSteps).toEqual(['map_stages', 'first_report'])
  })
})
