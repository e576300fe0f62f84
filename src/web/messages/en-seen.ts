/** Texts of who saw which contacts under a connection. */
export const seenMessages = {
  title: 'Seen by',
  note: {
    AGENCY: 'Every time your users view or export contacts of {{name}}. {{name}} sees this, too',
    COMPANY: 'Every time someone at {{name}} views or exports your contacts',
  },
  label: { AGENCY: 'Who saw contacts of {{name}}', COMPANY: 'Who saw your contacts' },
  columns: { at: 'When', user: 'User', kind: 'How', contacts: 'Contacts', fields: 'Fields', version: 'Version' },
  summary: { screen: '{{name}} viewed', export: '{{name}} exported', api: '{{name}} read by API' },
  times: '{{n}} times',
  timesShort: '{{n}}×',
  fields: '{{n}} fields',
  version: 'version {{n}}',
  kinds: { screen: 'Viewed', export: 'Exported', api: 'API' },
  contacts_one: '{{n}} contact',
  contacts_other: '{{n}} contacts',
  more_one: 'and {{n}} more',
  more_other: 'and {{n}} more',
  erased: 'Deleted contact',
  noFields: 'Only that they exist',
  filters: { user_id: 'User', contact_id: 'Contact', from: 'From', to: 'Before' },
  onlyContact: 'Who saw {{name}}',
  empty: {
    AGENCY: { title: 'No contacts have been seen yet', text: 'Entries appear here when contacts of {{name}} are viewed.' },
    COMPANY: { title: 'No one has seen your contacts yet', text: 'Entries appear here when someone at {{name}} views them.' },
  },
  totals: {
    AGENCY: { title: 'No contacts to see', text: '{{name}} shares only totals.' },
    COMPANY: {
      title: 'No one can see your contacts',
      text: 'You share only totals. If you share contacts later, you see here who viewed them.',
    },
  },
  ended: {
    AGENCY: { title: 'No contacts were seen', text: 'None of your users viewed or exported contacts of {{name}}.' },
    COMPANY: { title: 'No one saw your contacts', text: 'No one at {{name}} viewed or exported them.' },
  },
  filtered: { title: 'No entries match', text: 'No one saw these contacts in this period.', action: 'Show all' },
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
