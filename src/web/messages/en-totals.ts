/** English texts of the totals of what is shared. */
export const totalsMessages = {
  title: 'Totals',
  label: '{{what}}: {{by}}',
  of: { label: 'What is counted', opportunities: 'Opportunities', contacts: 'Contacts' },
  by: { label: 'Counted by', channel: 'By channel', outcome: 'By outcome', stage: 'By stage', month: 'By month' },
  outcomes: { open: 'Open', won: 'Won', lost: 'Lost' },
  few: '<5',
  notShown: 'In small groups that are not shown',
  total: 'Total',
  counted: 'Counted',
  kept: 'Counted when the connection ended. These totals no longer change.',
  daily: 'Where only totals are shared, they are counted once a day at most.',
  protected: 'To protect individuals, groups under 5 are combined. Numbers update in steps of 5, so they may be slightly behind.',
}
