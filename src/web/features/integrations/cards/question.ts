import type { Integration } from '#contract/integrations/integrations.ts'

/** An action on a source that opens a dialog first. */
export interface Question {
  kind: 'cancel' | 'disconnect' | 'erase' | 'settings' | 'reads' | 'adAccount' | 'location'
  source: Integration
}

/** The dialog in which the user chooses one of several accounts of a login. */
export const accountQuestions = { ad_account: 'adAccount', location: 'location' } as const

export type Ask = (question: Question) => void
