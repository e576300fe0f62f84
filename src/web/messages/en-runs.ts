/** The words for runs and their steps, the same on cards, in the panel of a run, and on the page of a source. */

export const phaseWords = {
  pipelines: 'Pipelines and stages',
  owners: 'Owners',
  lists: 'Lists and tags',
  contacts: 'People',
  opportunities: 'Opportunities',
  stage_history: 'Stage history',
  memberships: 'List members',
  deletions: 'What is gone',
  spend: 'Ad spend',
  hints: 'Announced changes',
  retries: 'Rows set aside before',
  reconcile: 'Counting',
} as const

export const kindWords = {
  first: 'First sync',
  full: 'Full sync',
  incremental: 'Changes',
  sweep: 'Everything again',
} as const

/** The same, while it is under way. */
export const runningWords = {
  first: 'First sync running',
  full: 'Full sync running',
  incremental: 'Sync running',
  sweep: 'Reading everything again',
} as const

export const statusWords = {
  queued: 'Waiting to start',
  partial: 'Paused',
  canceling: 'Stopping',
  done: 'Done',
  done_with_rejects: 'Done, some set aside',
  failed: 'Failed',
  canceled: 'Canceled',
} as const

/** Where a run came to an end before a step did. */
export const stepWords = { stopped: 'stopped here', notReached: 'not reached', resting: 'paused' } as const
