import type { Integration } from '#contract/integrations/integrations.ts'

/** What somebody wants to do to a source, before they are asked about it. */
export interface Question {
  kind: 'cancel' | 'disconnect' | 'erase' | 'settings' | 'reads' | 'adAccount' | 'location'
  source: Integration
}

/** What is asked where one of several accounts of a login has to be chosen. */
export const accountQuestions = { ad_account: 'adAccount', location: 'location' } as const

export type Ask = (question: Question) => void
