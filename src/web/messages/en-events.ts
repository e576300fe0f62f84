/** English texts of lists of events: what each brought, and how it came out. */
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
  why: '{{result}}, why?',
  technical: {
    title: 'What exactly failed',
    copy: 'Copy what exactly failed',
    copied: 'Copied',
    refused: 'This browser does not let us copy. Select the text and copy it yourself.',
  },
} as const
