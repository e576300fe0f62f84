/** The texts for sources, runs and their phases, the same on Home, on cards, on the page of a source and in lists of events. */

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
  running: 'Running',
  partial: 'Paused',
  canceling: 'Stopping',
  done: 'Done',
  done_with_rejects: 'Done, rows skipped',
  approval: 'Needs approval',
  held: 'On hold',
  failed: 'Failed',
  canceled: 'Canceled',
} as const

export const sourceStateWords = {
  setup: 'Needs setup',
  syncing: 'Syncing',
  paused: 'Paused',
  failing: 'Sync failed',
  approval: statusWords.approval,
  disconnected: 'Disconnected',
} as const

/** What a run counts, with its unit: it reads records, and skips rows. */
export const countWords = {
  read_one: '{{n}} record read',
  read_other: '{{n}} records read',
  skipped_one: '{{n}} row skipped',
  skipped_other: '{{n}} rows skipped',
  rate: '{{n}} records/s',
} as const

/** What a run changed. */
export const changeWords = { created: '{{n}} new', changed: '{{n}} changed', deleted: '{{n}} deleted' } as const

/** Stored rows of ad spend: one for each campaign and day. */
export const spendWords = {
  spend_days_one: '{{n}} row of ad spend',
  spend_days_other: '{{n}} rows of ad spend',
} as const

/** For a run that ended before the phase did. */
export const stepWords = { stopped: 'stopped here', notReached: 'not reached', resting: 'paused' } as const
