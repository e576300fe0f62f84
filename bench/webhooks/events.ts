// Events as call trackers and forms send them: leads, and what becomes of some of them.

/** The number of a person says everything about them, so that what is stored can be compared with what was sent. */
const leadOf = (person: number) => ({
  event: 'lead.created',
  event_id: `lead-${person}`,
  external_id: `crm-${person}`,
  occurred_at: new Date(Date.UTC(2026, 0, 1) + person * 1000).toISOString(),
  email: `person.${person}@example.com`,
  phone: `+1201555${String(person % 10_000).padStart(4, '0')}`,
  first_name: `Person ${person}`,
  source: 'google',
  medium: 'cpc',
  campaign: 'spring',
  properties: { quoted_price: person % 5000, roof_type: 'slate' },
})

const stageOf = (person: number) => ({
  event: 'stage.changed',
  event_id: `stage-${person}`,
  external_id: `deal-${person}`,
  email: `person.${person}@example.com`,
  occurred_at: new Date(Date.UTC(2026, 0, 2) + person * 1000).toISOString(),
  pipeline: 'Main',
  stage: ['New', 'Inspection', 'Estimate'][person % 3],
  amount: 1000 + person,
  currency: 'USD',
})

/** Every fifth event moves a deal of a lead that came before. */
export const opportunityEvery = 5

const eventAt = (index: number): object =>
  index % opportunityEvery === opportunityEvery - 1 ? stageOf(index - 1) : leadOf(index)

export const batchFrom = (first: number, size: number): string =>
  JSON.stringify(Array.from({ length: size }, (_, offset) => eventAt(first + offset)))
