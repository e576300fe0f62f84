// The companies of the demo: their vendors, the number of their leads, and how those convert. All of them are invented.
import type { PlainPipeline } from '../kit/vendor.ts'

/** Which share of opportunities in a stage continues, and how long they stay: a share, the median in days, and its spread. */
export type Step = readonly [goesOn: number, days: number, spread: number]

export interface DemoCompany {
  vendor: string
  /** The vendor's own kind of id, the same at every start, so that an existing account is recognized. */
  id: string
  name: string
  /** Named only if an account has several. */
  currencies?: readonly string[]
  leads: number
  /** The last month relative to the first. */
  growth: number
  /** Share of leads that become an opportunity. */
  becomes: number
  steps: readonly Step[]
  amount: readonly [median: number, spread: number]
  pipelines: readonly (PlainPipeline & { share: number })[]
  /** Tags and the share of contacts with them. */
  tags: Readonly<Record<string, number>>
  /** City, region, postal code, country, area code. */
  places: readonly (readonly [string, string, string, string, string])[]
  hoursFromUtc: number
  /** Several contacts of one company decide together; the others are only leads. */
  buysInGroups?: true
  /** Some rows were made invalid by hand. */
  isUntidy?: true
  /** Nothing happens here anymore. */
  isQuiet?: true
}

const newYork = [
  ['New York', 'NY', '10011', 'US', '212'],
  ['Yonkers', 'NY', '10701', 'US', '914'],
  ['Hoboken', 'NJ', '07030', 'US', '201'],
] as const
const phoenix = [
  ['Phoenix', 'AZ', '85004', 'US', '602'],
  ['Tucson', 'AZ', '85701', 'US', '520'],
  ['Mesa', 'AZ', '85201', 'US', '480'],
] as const
const chicago = [
  ['Chicago', 'IL', '60601', 'US', '312'],
  ['Peoria', 'IL', '61602', 'US', '309'],
  ['Leeds', 'ENG', 'LS1 4AP', 'GB', '202'],
] as const
const denver = [
  ['Denver', 'CO', '80202', 'US', '303'],
  ['Boulder', 'CO', '80302', 'US', '720'],
] as const
const losAngeles = [
  ['Los Angeles', 'CA', '90012', 'US', '213'],
  ['Pasadena', 'CA', '91101', 'US', '626'],
] as const

export const demoCompanies: readonly DemoCompany[] = [
  {
    vendor: 'hubspot',
    id: '48100001',
    name: 'Helio Solar',
    leads: 2642,
    growth: 1.15,
    becomes: 0.55,
    steps: [
      [0.74, 2, 0.9],
      [0.62, 7, 0.8],
      [0.58, 14, 0.7],
      [0.68, 10, 0.8],
    ],
    amount: [24_000, 0.35],
    pipelines: [
      {
        name: 'Sales',
        stages: ['Appointment scheduled', 'Qualified to buy', 'Proposal presented', 'Contract sent'],
        share: 0.92,
      },
      { name: 'Renewals', stages: ['Renewal due', 'Offer sent', 'On hold', 'Signing'], share: 0.08 },
    ],
    tags: { newsletter: 0.15 },
    places: phoenix,
    hoursFromUtc: -7,
  },
  {
    vendor: 'salesforce',
    id: '00D000000000FMIEA2',
    name: 'Forge & Field',
    currencies: ['GBP', 'USD', 'USD'],
    leads: 651,
    growth: 1.05,
    becomes: 0.7,
    steps: [
      [0.8, 6, 0.8],
      [0.66, 21, 0.7],
      [0.55, 35, 0.6],
      [0.56, 28, 0.6],
    ],
    amount: [41_000, 0.6],
    pipelines: ['Dealer', 'Direct', 'Service'].map((name, index) => ({
      name,
      stages: ['Prospecting', 'Needs Analysis', 'Proposal/Price Quote', 'Negotiation/Review'],
      share: [0.45, 0.4, 0.15][index] ?? 0,
    })),
    tags: { newsletter: 0.1 },
    places: chicago,
    hoursFromUtc: -6,
    buysInGroups: true,
  },
  {
    vendor: 'hubspot',
    id: '48100002',
    name: 'Cedar Home Care',
    leads: 1618,
    growth: 1.1,
    becomes: 0.53,
    steps: [
      [0.76, 2, 0.9],
      [0.67, 6, 0.8],
      [0.62, 9, 0.7],
    ],
    amount: [7800, 0.45],
    pipelines: [
      { name: 'Home care', stages: ['New enquiry', 'Assessment', 'Care plan sent'], share: 0.85 },
      { name: 'Companionship', stages: ['New enquiry', 'First visit', 'Internal test'], share: 0.15 },
    ],
    tags: { newsletter: 0.15 },
    places: losAngeles,
    hoursFromUtc: -8,
  },
  {
    vendor: 'hubspot',
    id: '48100003',
    name: 'Summit Movers',
    leads: 800,
    growth: 0.9,
    becomes: 0.5,
    steps: [
      [0.7, 1, 0.9],
      [0.72, 4, 0.8],
      [0.6, 6, 0.8],
    ],
    amount: [2400, 0.5],
    pipelines: [{ name: 'Moves', stages: ['Quote asked', 'Survey', 'Quote sent'], share: 1 }],
    tags: {},
    places: denver,
    hoursFromUtc: -7,
    isQuiet: true,
  },
  {
    vendor: 'ghl',
    id: 'bRs7DentalNY00000001',
    name: 'Brightsmile Dental',
    leads: 6485,
    growth: 1.3,
    becomes: 0.62,
    steps: [
      [0.78, 1.2, 0.9],
      [0.71, 2.5, 0.8],
      [0.74, 4, 0.7],
      [0.66, 3, 0.8],
    ],
    amount: [1900, 0.55],
    pipelines: [
      { name: 'New patients', stages: ['Fresh lead', 'Called x1', 'Appt set', 'Showed'], share: 0.85 },
      { name: 'Implants', stages: ['Fresh lead', 'Called x1', 'Consult booked', 'Treatment plan'], share: 0.15 },
    ],
    tags: { northlight: 0.7, newsletter: 0.15 },
    places: newYork,
    hoursFromUtc: -5,
  },
  {
    vendor: 'active-campaign',
    id: 'lumenlaw',
    name: 'Lumen Law',
    leads: 2019,
    growth: 0.95,
    becomes: 0.49,
    steps: [
      [0.7, 1, 1],
      [0.64, 5, 0.8],
      [0.75, 6, 0.9],
    ],
    amount: [5200, 0.5],
    pipelines: [{ name: 'Intake', stages: ['To contact', 'Consultation booked', 'Retainer out'], share: 1 }],
    tags: { intake: 0.7, web: 0.8, newsletter: 0.1 },
    places: denver,
    hoursFromUtc: -7,
  },
  {
    vendor: 'googlesheet',
    id: 'office@northlight.example.com',
    name: 'Atlas Roofing leads',
    leads: 1065,
    growth: 1,
    becomes: 0.66,
    steps: [
      [0.75, 2, 0.9],
      [0.69, 5, 0.8],
      [0.56, 8, 0.8],
    ],
    amount: [11_500, 0.45],
    pipelines: [{ name: 'Roofs', stages: ['New', 'Inspection', 'Estimate'], share: 1 }],
    tags: {},
    places: newYork,
    hoursFromUtc: -5,
    isUntidy: true,
  },
  {
    vendor: 'airtable',
    id: 'appNorthlight0001',
    name: 'Northlight new business',
    leads: 180,
    growth: 1.2,
    becomes: 0.5,
    steps: [
      [0.8, 4, 0.8],
      [0.6, 12, 0.8],
      [0.6, 14, 0.7],
    ],
    amount: [30_000, 0.5],
    pipelines: [{ name: 'Agency', stages: ['First call', 'Audit', 'Offer'], share: 1 }],
    tags: {},
    places: newYork,
    hoursFromUtc: -5,
  },
  {
    vendor: 'microsoft-dynamics',
    id: '5ec04d51-6e41-4c0d-8f00-000000020250',
    name: 'Second Signal Media',
    leads: 240,
    growth: 1.1,
    becomes: 0.5,
    steps: [
      [0.8, 5, 0.8],
      [0.62, 12, 0.8],
      [0.6, 14, 0.7],
      [0.7, 8, 0.7],
    ],
    amount: [18_000, 0.5],
    pipelines: [{ name: 'New business', stages: ['Qualify', 'Develop', 'Propose', 'Close'], share: 1 }],
    tags: { newsletter: 0.2 },
    places: [['Leeds', 'ENG', 'LS1 4AP', 'GB', '202']],
    hoursFromUtc: 0,
  },
]
