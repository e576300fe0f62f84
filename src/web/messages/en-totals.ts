/** English texts of the totals of what is shared. */
export const totalsMessages = {
  title: 'Totals',
  label: '{{what}}: {{by}}',
  of: { label: 'What is counted', opportunities: 'Opportunities', contacts: 'Contacts' },
  by: { label: 'Counted by', channel: 'By channel', outcome: 'By outcome', stage: 'By stage', month: 'By month' },
  outcomes: { open: 'Open', won: 'Won', lost: 'Lost' },
  few: '<5',
  atLeast: '{{n}} or more',
  notShown: 'In small groups that are not shown',
  total: 'Total',
  protected: '“<5” means fewer than 5, or hidden because a smaller total could be worked out from it.',
}
