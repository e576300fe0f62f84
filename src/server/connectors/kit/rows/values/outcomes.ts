import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import type { Outcome } from '../../records.ts'
import { fingerprintOf } from '../columns.ts'

const won = ['won', 'closed won', 'win', 'sold', 'signed', 'converted', 'customer', 'success', 'successful', 'paid']
const lost = [
  'lost',
  'closed lost',
  'loss',
  'dead',
  'disqualified',
  'not interested',
  'rejected',
  'declined',
  'abandoned',
  'unqualified',
]

export interface OutcomeWords {
  won: ReadonlySet<string>
  lost: ReadonlySet<string>
  /** No words were chosen: a plain yes or no in the outcome column counts too. */
  areUsual: boolean
}

const setOf = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(fingerprintOf))
const chosen = (words: readonly string[] | undefined): words is readonly string[] => words !== undefined && words.length > 0

export const outcomeWords = ({ won_values: ofWon, lost_values: ofLost }: SyncSettings): OutcomeWords => ({
  won: setOf(chosen(ofWon) ? ofWon : won),
  lost: setOf(chosen(ofLost) ? ofLost : lost),
  areUsual: !chosen(ofWon) && !chosen(ofLost),
})

export const outcomeOfWord = (text: string, words: OutcomeWords): Outcome => {
  const word = fingerprintOf(text)
  if (words.won.has(word)) return 'won'
  return words.lost.has(word) ? 'lost' : 'open'
}

/** The outcome column wins; if it is empty, the stage decides. An unchecked box counts as empty. */
export const outcomeOf = (outcome: string | null, stage: string | null, words: OutcomeWords): Outcome => {
  if (outcome === null) return stage === null ? 'open' : outcomeOfWord(stage, words)
  const word = fingerprintOf(outcome)
  if (words.areUsual && (word === 'yes' || word === 'true')) return 'won'
  if (words.areUsual && word === 'no') return 'lost'
  return outcomeOfWord(outcome, words)
}
