/** English texts of what the vendor counts beside what is held; a part of the texts of one source. */
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
  leftOut: '{{n}} left out by What is read.',
  held: '{{n}} would be removed. Waiting for approval.',
  kept: '{{n}} would be removed and are kept here.',
  counted: 'Counted',
  missing_one: '{{n}} ID that only the vendor has',
  missing_other: '{{n}} IDs that only the vendor has',
  firstOnes: 'The first thousand are listed.',
  copy: 'Copy all IDs',
  copied: 'IDs copied',
  seeRejected: 'See skipped rows',
  again: 'Full resync',
  againText: 'Reads every record again and removes what was deleted at the vendor. We ask before removing many.',
  againStarted: 'Full resync started.',
  empty: {
    title: 'No counts yet',
    text: 'After each full sync we ask the vendor how many contacts and opportunities it has, and compare that with Tributary.',
  },
} as const

/** English texts of a removal that waits for an admin to decide. */
export const removalMessages = {
  text: 'The last sync would remove {{what}}. Nothing was removed yet: an admin approves it or keeps them.',
  review_one: 'Review the contact',
  review_other: 'Review the {{n}} contacts',
  keep: 'Keep them',
  kept: 'They are kept. We ask again only if many more would be removed.',
  keptNote: '{{what}} that would be removed are kept here.',
  action: 'Remove them',
  title: 'Remove {{what}}?',
  textVendor:
    'They are removed from Tributary with everything we know about them. If they are restored in {{vendor}}, a full resync brings them back.',
  textChoice:
    'They are removed from Tributary with everything we know about them. Nothing changes in {{vendor}}, and a wider choice under What is read brings them back.',
  started: 'Full resync started. They are removed.',
  listed: 'Only the contacts that the last sync would remove.',
  all: 'Show all contacts',
} as const
