/** English texts of the vendor's counts next to ours; a part of the texts of one source. */
export const countsMessages = {
  titles: { contact: 'Contacts', opportunity: 'Opportunities' },
  vendor: 'In {{vendor}}',
  own: 'In Tributary',
  difference: 'Difference',
  rejected: 'Skipped',
  unknown: 'Not counted yet',
  uncountable: '{{vendor}} has no count of its own to compare with.',
  equal: 'Everything is synced.',
  onlyRejected: 'Everything is synced except the skipped rows.',
  less: 'Some records are missing in Tributary.',
  more: 'Tributary has more records than the vendor. A full resync finds deleted records.',
  leftOut: '{{n}} excluded by What to sync.',
  held: '{{n}} would be removed. Needs approval.',
  kept: '{{n}} would be removed, but we keep them.',
  counted: 'Counted',
  missing_one: '{{n}} ID missing in Tributary',
  missing_other: '{{n}} IDs missing in Tributary',
  firstOnes: 'Showing the first 1,000.',
  copy: 'Copy all IDs',
  copied: 'IDs copied',
  seeRejected: 'See skipped rows',
  again: 'Full resync',
  againText: 'Reads every record again and removes records deleted at the vendor. We ask first if there are many.',
  againStarted: 'Full resync started.',
  empty: {
    title: 'No counts yet',
    text: 'After each full sync we ask the vendor how many contacts and opportunities it has, and compare that with Tributary.',
  },
} as const

/** English texts of a removal that waits for an admin to decide. */
export const removalMessages = {
  text: 'The last sync would remove {{what}}. Nothing has been removed yet. An admin has to approve the removal or keep them.',
  review_one: 'Review the contact',
  review_other: 'Review the {{n}} contacts',
  keep: 'Keep them',
  kept: "We'll keep them, and ask again only if many more would be removed.",
  keptNote: 'We kept {{what}} that a sync would have removed.',
  action: 'Remove them',
  title: 'Remove {{what}}?',
  textVendor:
    "We'll remove them and all related data from Tributary. If they're restored in {{vendor}}, a full resync brings them back.",
  textChoice:
    "We'll remove them and all related data from Tributary. Nothing changes in {{vendor}}. To bring them back, choose more under What to sync.",
  started: 'Full resync started. It removes them.',
  listed: 'Showing only contacts the last sync would remove.',
  all: 'Show all contacts',
} as const
