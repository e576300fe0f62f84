/** The words for runs and their steps, the same on cards, in the panel of a run, and on the page of a source. */

export const phaseWords = {
  pipelines: 'Pipelines and stages',
  owners: 'Owners',
  lists: 'Lists and tags',
  contacts: 'Contacts',
  opportunities: 'Opportunities',
  stage_history: 'Stage history',
  memberships: 'List members',
  deletions: 'Deleted records',
  spend: 'Ad spend',
  hints: 'Webhook changes',
  retries: 'Skipped rows',
  reconcile: 'Counting',
} as const

export const kindWords = {
  first: 'First sync',
  full: 'Full sync',
  incremental: 'Changes',
  sweep: 'Full resync',
} as const

/** The same, while it is under way. */
export const runningWords = {
  first: 'First sync running',
  full: 'Full sync running',
  incremental: 'Sync running',
  sweep: 'Full resync running',
} as const

export const statusWords = {
  queued: 'Waiting to start',
  partial: 'Paused',
  canceling: 'Stopping',
  done: 'Done',
  done_with_rejects: 'Done, some skipped',
  failed: 'Failed',
  canceled: 'Canceled',
} as const

/** Where a run came to an end before a step did. */
export const stepWords = { stopped: 'stopped here', notReached: 'not reached', resting: 'paused' } as const
