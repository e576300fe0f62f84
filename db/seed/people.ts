/** The demo accounts that the sign-in page offers. Everybody in them is invented. */
export const demoPassword = 'riverstone-demo'

interface DemoPerson {
  name: string
  lastname: string
  email: string
  role: 'user' | 'admin' | 'super_admin'
  /** What the sign-in card says below the name. */
  title: string
}

interface DemoTenant {
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  isInternal: boolean
  /** The first one owns the account. */
  people: readonly DemoPerson[]
  /** Their letters lie in the outbox. */
  invited?: readonly Omit<DemoPerson, 'title'>[]
}

export const demoTenants: readonly DemoTenant[] = [
  {
    name: 'Northlight Growth',
    type: 'AGENCY',
    timeZone: 'America/New_York',
    isInternal: false,
    people: [
      { name: 'Ana', lastname: 'Whitfield', email: 'ana@northlight.example.com', role: 'admin', title: 'Agency admin' },
      { name: 'Cho', lastname: 'Tanaka', email: 'cho@northlight.example.com', role: 'user', title: 'Agency user' },
    ],
    invited: [{ name: 'Eli', lastname: 'Okafor', email: 'eli@northlight.example.com', role: 'user' }],
  },
  {
    name: 'Brightsmile Dental',
    type: 'COMPANY',
    timeZone: 'America/New_York',
    isInternal: false,
    people: [{ name: 'Priya', lastname: 'Raman', email: 'priya@brightsmile.example.com', role: 'admin', title: 'Company admin' }],
  },
  {
    name: 'Tributary staff',
    type: 'COMPANY',
    timeZone: 'UTC',
    isInternal: true,
    people: [
      { name: 'Noor', lastname: 'Adeyemi', email: 'noor@staff.example.com', role: 'super_admin', title: 'Internal staff' },
    ],
  },
]
