// A week of what the call tracker of a roofing company sends, with what goes wrong on the way. All people are invented.

const firstNames = [
  'Theo',
  'Femi',
  'Ada',
  'Wren',
  'Marlo',
  'Greta',
  'Ivo',
  'Nadia',
  'Otis',
  'Pia',
  'Ruth',
  'Samir',
  'Tove',
  'Uma',
  'Viggo',
]
const lastNames = [
  'Marsh',
  'Ames',
  'Calder',
  'Grant',
  'Gale',
  'Holm',
  'Okafor',
  'Lind',
  'Reyes',
  'Novak',
  'Quist',
  'Abara',
  'Voss',
]
const roofs = ['slate', 'tile', 'shingle', 'metal']
const branches = ['north', 'south', 'west']
const stages = ['Inspection', 'Estimate', 'Negotiation']
const sources = ['call', 'google', 'facebook', 'newsletter']

const leads = 210
const moves = 84
const ends = 20
const touches = 12
/** How many leads brought each answer to a question that the catalogue does not know. */
const answers = [
  ['yes', 22],
  ['no', 13],
  ['maybe later', 6],
] as const

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

const answerOf = (index: number): string | undefined => {
  let before = 0
  for (const [answer, count] of answers) {
    if (index < before + count) return answer
    before += count
  }
  return undefined
}

const leadOf = (index: number): object => {
  const [first, last] = [pick(firstNames, index), pick(lastNames, index * 7 + Math.floor(index / 13))]
  // The question was asked in the last days only.
  const answer = answerOf(leads - 1 - index)
  return {
    event: 'lead.created',
    event_id: `call-${88_000 + index}`,
    external_id: `ATL-${5000 + index}`,
    email: `${first}.${last}.${index}@example.com`.toLowerCase(),
    phone: `+1202555${String(100 + (index % 100)).padStart(4, '0')}`,
    first_name: first,
    last_name: last,
    source: pick(sources, index),
    currency: 'USD',
    properties: {
      quoted_price: 4200 + ((index * 137) % 19_000),
      roof_type: pick(roofs, index),
      call_seconds: 40 + ((index * 53) % 900),
      ...(index % 2 === 0 ? { landing_page: '/roof-check' } : {}),
      ...(index % 3 === 0 ? { branch: pick(branches, index), marketing_consent: index % 4 !== 0 } : {}),
      ...(index % 11 === 0 ? { second_phone: '+1 202 555 0148' } : {}),
      ...(index % 17 === 0 ? { referrer_name: 'Ruth Okafor' } : {}),
      ...(index % 23 === 0 ? { next_visit: '2027-01-21' } : {}),
      ...(answer === undefined ? {} : { financing_interest: answer }),
    },
  }
}

const about = (index: number) => ({ external_id: `DEAL-${5000 + index}`, email: emailOf(index) })
const emailOf = (index: number): string => (leadOf(index) as { email: string }).email

const moveOf = (index: number): object => ({
  event: 'stage.changed',
  event_id: `move-${index}`,
  ...about(index),
  pipeline: 'Roofs',
  stage: pick(stages, index),
})

const endOf = (index: number): object => ({
  event: index % 3 === 0 ? 'deal.won' : 'deal.lost',
  event_id: `end-${index}`,
  ...about(index),
  pipeline: 'Roofs',
  currency: 'USD',
  amount: 6000 + index * 310,
})

const touchOf = (index: number): object => ({
  event: 'touch',
  event_id: `visit-${index}`,
  external_id: `ATL-${5000 + index}`,
  source: 'newsletter',
  medium: 'email',
  campaign: 'spring',
})

/** Typed by hand at the tracker. */
const wrongOf = (index: number): object => {
  const lead = leadOf(leads + index) as { properties: object }
  return {
    ...lead,
    event_id: `call-${88_900 + index}`,
    properties: { ...lead.properties, quoted_price: pick(['tbc', 'ask Theo'], index) },
  }
}

const wrong = 8
const repeated = 6

const series = (count: number, make: (index: number) => object): object[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** In the order in which they come: 340. */
export const weekOfEvents = (): object[] => {
  const moved = series(moves, moveOf)
  const events = series(leads, leadOf).flatMap((lead, index) => {
    const move = index % 2 === 1 ? moved[(index - 1) / 2] : undefined
    return move ? [lead, move] : [lead]
  })
  const extra = [...series(wrong, wrongOf), ...series(touches, touchOf), ...series(ends, endOf)]
  for (const [index, event] of extra.entries()) events.splice(120 + index * 4, 0, event)
  // Sent again because no answer had come.
  for (let index = 0; index < repeated; index += 1) events.splice(20 + index * 16, 0, events[18 + index * 16] ?? {})
  return events
}
