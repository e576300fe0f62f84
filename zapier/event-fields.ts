// One field for each field of an event.
export const eventFields = [
  {
    key: 'event',
    label: 'What happened',
    type: 'string',
    required: true,
    choices: {
      'lead.created': 'A new lead',
      'lead.updated': 'A lead changed',
      'stage.changed': 'A deal reached a stage',
      'deal.won': 'A deal was won',
      'deal.lost': 'A deal was lost',
      touch: 'A touch: a click, a call or a form',
    },
  },
  {
    key: 'event_id',
    label: 'Event ID',
    type: 'string',
    helpText:
      'An ID that this event keeps if the Zap runs again, such as the ID of the record in the step before. Tributary uses an event with the same ID once in 30 days. Without an ID, equal content counts once in 24 hours.',
  },
  {
    key: 'occurred_at',
    label: 'Occurred at',
    type: 'datetime',
    helpText: 'When it happened. Left empty, it is the time at which Tributary receives it.',
  },
  {
    key: 'external_id',
    label: 'ID in the CRM',
    type: 'string',
    helpText: 'The ID of the lead where it comes from. Enter this, an email address or a phone number.',
  },
  { key: 'email', label: 'Email', type: 'string' },
  { key: 'phone', label: 'Phone', type: 'string', helpText: 'With the country code, such as `+12125550199`.' },
  { key: 'first_name', label: 'First name', type: 'string' },
  { key: 'last_name', label: 'Last name', type: 'string' },
  { key: 'pipeline', label: 'Pipeline', type: 'string' },
  { key: 'stage', label: 'Stage', type: 'string', helpText: 'Required if a deal reached a stage.' },
  { key: 'amount', label: 'Amount', type: 'number' },
  { key: 'currency', label: 'Currency', type: 'string', placeholder: 'USD', helpText: 'Three letters, such as `USD`.' },
  { key: 'source', label: 'Source', type: 'string', helpText: 'Where the lead comes from, such as `google`.' },
  { key: 'medium', label: 'Medium', type: 'string', helpText: 'Such as `cpc` or `email`.' },
  { key: 'campaign', label: 'Campaign', type: 'string' },
  { key: 'gclid', label: 'Google click ID', type: 'string', helpText: 'The value of `gclid`.' },
  {
    key: 'company_ref',
    label: 'Company ID',
    type: 'string',
    helpText:
      'Only if your webhook address is that of your agency, and the event belongs to a company that has its own endpoint.',
  },
  {
    key: 'properties',
    label: 'Properties',
    dict: true,
    helpText:
      'More values, by the names in your catalog (Settings, Webhooks, Properties). Other names wait there until an admin adds them.',
  },
]
