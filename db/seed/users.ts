/** The demo accounts that the sign-in page offers. All users in them are invented. */
export const demoPassword = 'riverstone-demo'

interface DemoUser {
  name: string
  lastname: string
  email: string
  role: 'user' | 'admin' | 'super_admin'
  /** What the sign-in card shows below the name; absent for users that it does not offer. */
  title?: string
  isSuspended?: boolean
  /** The companies that an agency user is limited to, by their names. */
  companies?: readonly string[]
}

interface DemoTenant {
  name: string
  type: 'AGENCY' | 'COMPANY'
  timeZone: string
  isInternal: boolean
  /** The first one owns the account. */
  people: readonly DemoUser[]
  /** Their emails are in the outbox. */
  invited?: readonly DemoUser[]
}

const company = (name: string, timeZone: string, people: readonly DemoUser[]): DemoTenant => ({
  name,
  type: 'COMPANY',
  timeZone,
  isInternal: false,
  people,
})

export const demoClients: readonly DemoTenant[] = [
  {
    name: 'Northlight Growth',
    type: 'AGENCY',
    timeZone: 'America/New_York',
    isInternal: false,
    people: [
      { name: 'Ana', lastname: 'Whitfield', email: 'ana@northlight.example.com', role: 'admin', title: 'Agency admin' },
      { name: 'Ben', lastname: 'Holt', email: 'ben@northlight.example.com', role: 'admin' },
      {
        name: 'Cho',
        lastname: 'Tanaka',
        email: 'cho@northlight.example.com',
        role: 'user',
        title: 'Agency user',
        companies: ['Brightsmile Dental', 'Helio Solar'],
      },
      { name: 'Dee', lastname: 'Marsh', email: 'dee@northlight.example.com', role: 'user' },
      { name: 'Fay', lastname: 'Lindqvist', email: 'fay@northlight.example.com', role: 'user', isSuspended: true },
    ],
    invited: [{ name: 'Eli', lastname: 'Okafor', email: 'eli@northlight.example.com', role: 'user' }],
  },
  {
    name: 'Second Signal Media',
    type: 'AGENCY',
    timeZone: 'Europe/London',
    isInternal: false,
    people: [{ name: 'Gus', lastname: 'Pereira', email: 'gus@secondsignal.example.com', role: 'admin' }],
  },
  company('Brightsmile Dental', 'America/New_York', [
    { name: 'Priya', lastname: 'Raman', email: 'priya@brightsmile.example.com', role: 'admin', title: 'Company admin' },
    { name: 'Hana', lastname: 'Kovac', email: 'hana@brightsmile.example.com', role: 'user' },
  ]),
  company('Helio Solar', 'America/Phoenix', [
    { name: 'Ivo', lastname: 'Castellan', email: 'ivo@heliosolar.example.com', role: 'admin' },
    { name: 'Jada', lastname: 'Moss', email: 'jada@heliosolar.example.com', role: 'user' },
  ]),
  company('Forge & Field', 'America/Chicago', [
    { name: 'Kit', lastname: 'Sorensen', email: 'kit@forgefield.example.com', role: 'admin' },
    { name: 'Lena', lastname: 'Abara', email: 'lena@forgefield.example.com', role: 'user' },
  ]),
  company('Lumen Law', 'America/Denver', [
    { name: 'Milo', lastname: 'Hartwell', email: 'milo@lumenlaw.example.com', role: 'admin' },
    { name: 'Nadia', lastname: 'Frost', email: 'nadia@lumenlaw.example.com', role: 'user' },
  ]),
  company('Cedar Home Care', 'America/Los_Angeles', [
    { name: 'Opal', lastname: 'Dimitri', email: 'opal@cedarcare.example.com', role: 'admin' },
    { name: 'Quin', lastname: 'Reyes', email: 'quin@cedarcare.example.com', role: 'user' },
  ]),
  company('Summit Movers', 'America/Denver', [
    { name: 'Rosa', lastname: 'Beck', email: 'rosa@summitmovers.example.com', role: 'admin' },
    { name: 'Sami', lastname: 'Volkov', email: 'sami@summitmovers.example.com', role: 'user' },
  ]),
  {
    name: 'Tributary staff',
    type: 'COMPANY',
    timeZone: 'UTC',
    isInternal: true,
    people: [
      { name: 'Noor', lastname: 'Adeyemi', email: 'noor@staff.example.com', role: 'super_admin', title: 'Internal staff' },
      { name: 'Tove', lastname: 'Brandt', email: 'tove@staff.example.com', role: 'super_admin' },
    ],
  },
]

type Offered = DemoUser & { title: string }

/** The users whom the sign-in card offers, with their accounts. */
export const offeredUsers = demoClients.flatMap((tenant) =>
  tenant.people
    .filter((person): person is Offered => person.title !== undefined)
    .map((person) => ({ ...person, tenant: tenant.name })),
)
