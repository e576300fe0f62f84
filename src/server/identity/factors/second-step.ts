import type { Step } from '../operations/next-step.ts'

export const askSecondStep: Step = async () => undefined

export const askSetUp: Step = async () => undefined
