/** Texts of who saw what under a connection. */
export const seenMessages = {
  title: 'Who saw what',
  note: {
    AGENCY: 'Every time your users open, list or export contacts of {{name}}. {{name}} sees this, too',
    COMPANY: 'Every time {{name}} opens, lists or exports your contacts',
  },
  label: { AGENCY: 'Who saw contacts of {{name}}', COMPANY: 'Who saw your contacts' },
  columns: { at: 'When', user: 'User', kind: 'How', contacts: 'Contacts', fields: 'Fields', version: 'Version' },
  kinds: { screen: 'Viewed', export: 'Exported', api: 'API' },
  contacts_one: '{{n}} contact',
  contacts_other: '{{n}} contacts',
  more_one: 'and {{n}} more',
  more_other: 'and {{n}} more',
  erased: 'Deleted contact',
  noFields: 'Pseudonym only',
  filters: { user_id: 'User', contact_id: 'Contact', from: 'From', to: 'Before' },
  onlyContact: 'Who saw {{name}}',
  empty: {
    AGENCY: { title: 'Nothing has been seen yet', text: 'Entries appear here when contacts of {{name}} are opened.' },
    COMPANY: { title: 'No one has seen your contacts yet', text: 'Entries appear here when someone at {{name}} opens them.' },
  },
  filtered: { title: 'No entries match', text: 'No one saw contacts in this period.', action: 'Show all' },
  verify: {
    action: 'Check integrity',
    intact_one: '{{n}} entry checked. Nothing was changed.',
    intact_other: '{{n}} entries checked. Nothing was changed.',
    broken: 'Entry {{seq}} is not as it was written.',
    problems: {
      changed: 'It was changed later.',
      missing: 'It is missing, but later ones exist.',
      'cut off': 'The newest entries, starting here, were deleted.',
      rewritten: "Entries from here on were rewritten. They no longer match that day's record.",
    },
  },
} as const
