import type { Step } from '../operations/next-step.ts'

export const askQuestion: Step = async () => undefined
