import { changeWords, countWords, statusWords } from './en-runs.ts'

/** English texts of lists of events: their counts and results. */
export const eventMessages = {
  counts: {
    ...changeWords,
    records_one: countWords.read_one,
    records_other: countWords.read_other,
    rejected_one: countWords.skipped_one,
    rejected_other: countWords.skipped_other,
  },
  requestedFor: 'Requested for {{name}}',
  result: 'Result',
  results: {
    done: statusWords.done,
    partial: statusWords.done_with_rejects,
    held: statusWords.approval,
    failed: statusWords.failed,
    canceled: statusWords.canceled,
  },
  why: '{{result}}. See why',
  technical: {
    title: 'Technical details',
    copy: 'Copy technical details',
    copied: 'Copied',
    refused: "We couldn't copy it. Select the text and copy it manually.",
  },
} as const
