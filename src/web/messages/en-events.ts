/** English texts of lists of events: their counts and results. */
export const eventMessages = {
  counts: {
    records: '{{n}} read',
    created: '{{n}} new',
    changed: '{{n}} changed',
    deleted: '{{n}} deleted',
    rejected: '{{n}} skipped',
  },
  requestedFor: 'Requested for {{name}}',
  result: 'Result',
  results: { done: 'Done', partial: 'Partial', held: 'Needs approval', failed: 'Failed', canceled: 'Canceled' },
  why: '{{result}}. See why',
  technical: {
    title: 'Technical details',
    copy: 'Copy technical details',
    copied: 'Copied',
    refused: "We couldn't copy it. Select the text and copy it manually.",
  },
} as const
