import type { Integration } from '#contract/integrations.ts'

/** What somebody wants to do to a source, before they are asked about it. */
export interface Question {
  kind: 'cancel' | 'disconnect' | 'erase' | 'settings' | 'reads' | 'adAccount'
  source: Integration
}

export type Ask = (question: Question) => void
