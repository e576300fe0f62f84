/** The texts for runs and their phases, the same on cards, in the panel of a run, and on the page of a source. */

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

/** The same, while the phase is running. */
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

/** For a run that ended before the phase did. */
export const stepWords = { stopped: 'stopped here', notReached: 'not reached', resting: 'paused' } as const
