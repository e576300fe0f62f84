import { defineActs } from '../acts/model.ts'

export const acts = defineActs({
  'onboarding.step_done': { live: ['onboarding'] },
})
