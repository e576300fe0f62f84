// Every setting of the product: flag, environment name, meaning, and how it is read. The help text and
// docs/operations.md come from here.
import { isIP } from 'node:net'
import { z } from 'zod'
import { isDatabaseUrl } from './database-url.ts'
import { identityOptions } from './identity-options.ts'
import { host, text, type Option } from './option.ts'

const staffVisibility = ['columns', 'masked'] as const
export type StaffSees = (typeof staffVisibility)[number]

export const roleNames = ['web', 'api', 'worker', 'identity', 'sandbox'] as const
export type RoleName = (typeof roleNames)[number]

const onOff = z.enum(['on', 'off'], 'takes on or off').transform((text) => text === 'on')
const port = z
  .string()
  .regex(/^\d+$/, 'takes a port number')
  .transform(Number)
  .pipe(z.number().max(65_535, 'takes a port from 0 to 65535'))
const fixedPort = port.refine((number) => number > 0, 'takes a port from 1 to 65535, because the address of the product holds it')
const percent = z
  .string()
  .regex(/^\d+$/, 'takes a number from 1 to 100')
  .transform(Number)
  .pipe(z.number().min(1, 'takes a number from 1 to 100').max(100, 'takes a number from 1 to 100'))
const webUrl = z
  .url({ protocol: /^https?$/, error: 'takes an http or https address' })
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
const publicUrl = webUrl.refine((url) => new URL(url).pathname === '/', 'takes an address without a path')

const isRange = (range: string): boolean => {
  const [address = '', bits = '0', ...rest] = range.split('/')
  const widest = { 4: 32, 6: 128 }[isIP(address)]
  return rest.length === 0 && widest !== undefined && /^\d+$/.test(bits) && Number(bits) <= widest
}
const isProxy = (name: string): boolean => ['loopback', 'linklocal', 'uniquelocal'].includes(name) || isRange(name)
const proxies = text.refine(
  (list) => list.split(',').every((name) => isProxy(name.trim())),
  'takes loopback, linklocal, uniquelocal, addresses or address/bits, with commas between',
)

const roleList = text.transform((list, context) => {
  const names = [...new Set(list.split(',').map((name) => name.trim()))]
  const unknown = names.find((name) => !roleNames.includes(name as RoleName))
  if (unknown === undefined) return names as RoleName[]
  context.addIssue({ code: 'custom', message: `has no role "${unknown}"; choose from ${roleNames.join(', ')}` })
  return z.NEVER
})

const hasHost = (url: string): boolean => URL.canParse(url) && new URL(url).hostname !== ''

const defaultMailFrom = 'Tributary <no-reply@localhost>'

const options = {
  roles: {
    flag: 'roles',
    env: 'ROLES',
    takes: 'a,b',
    otherwise: roleNames.join(','),
    about: 'Which parts this process runs',
    read: roleList.optional(),
  },
  host: {
    flag: 'host',
    env: 'HOST',
    takes: 'address',
    otherwise: '127.0.0.1',
    about: 'Address to listen on',
    read: host.default('127.0.0.1'),
  },
  port: { flag: 'port', env: 'PORT', takes: 'n', otherwise: '8400', about: 'Port of the product', read: fixedPort.default(8400) },
  sandboxPort: {
    flag: 'sandbox-port',
    env: 'SANDBOX_PORT',
    takes: 'n',
    otherwise: 'port + 1',
    about: 'Port of the vendor sandboxes, a foreign site',
    read: port.optional(),
  },
  metricsPort: {
    flag: 'metrics-port',
    env: 'METRICS_PORT',
    takes: 'n',
    otherwise: 'port + 2',
    about: 'Port of /metrics, on loopback unless METRICS_HOST says otherwise',
    read: port.optional(),
  },
  metricsHost: {
    env: 'METRICS_HOST',
    takes: 'address',
    otherwise: '127.0.0.1',
    about: 'Address that /metrics listens on',
    read: host.default('127.0.0.1'),
  },
  data: {
    flag: 'data',
    env: 'DATA_DIR',
    takes: 'folder',
    otherwise: '.data in the project',
    about: 'Folder of the embedded database and the sealing keys',
    read: text.optional(),
  },
  demo: {
    flag: 'demo',
    env: 'DEMO',
    takes: 'on|people|off',
    otherwise: 'on at a local address',
    about: 'Demo accounts with their sources, or the people alone',
    read: z.enum(['on', 'people', 'off'], 'takes on, people or off').optional(),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    takes: 'url',
    otherwise: 'http://localhost:<port>',
    about: 'Address at which people reach the product',
    read: publicUrl.optional(),
  },
  usersApi: {
    env: 'USERS_API_URL',
    takes: 'url',
    otherwise: '/users-api',
    about: 'Address of the users API, if it has a host of its own',
    read: webUrl.optional(),
  },
  agenciesApi: {
    env: 'AGENCIES_API_URL',
    takes: 'url',
    otherwise: '/agencies-api',
    about: 'Address of the agencies API',
    read: webUrl.optional(),
  },
  contactsApi: {
    env: 'CONTACTS_API_URL',
    takes: 'url',
    otherwise: '/contacts-api',
    about: 'Address of the contacts API',
    read: webUrl.optional(),
  },
  databaseUrl: {
    env: 'DATABASE_URL',
    takes: 'url',
    otherwise: 'embedded PostgreSQL',
    about: 'A PostgreSQL 18 of your own; its user owns the tables',
    secret: true,
    read: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'takes a postgres:// address')
      .refine(isDatabaseUrl, 'takes a postgres:// address, with special characters as %xx')
      .optional(),
  },
  databaseRoles: {
    env: 'DATABASE_ROLES',
    takes: 'take|login',
    otherwise: 'take',
    about: 'How we become app_rw, app_staff and app_system: the user of DATABASE_URL takes them, or each logs in itself',
    read: z.enum(['take', 'login'], 'takes take or login').default('take'),
  },
  databaseRolePassword: {
    env: 'DATABASE_ROLE_PASSWORD',
    takes: 'password',
    otherwise: 'none',
    about: 'Password of the three roles with DATABASE_ROLES=login, set on them at every start',
    secret: true,
    read: text.optional(),
  },
  smtpUrl: {
    env: 'SMTP_URL',
    takes: 'url',
    otherwise: 'emails stay in the outbox page',
    about: 'Mail server, smtp:// or smtps://',
    secret: true,
    read: z
      .string()
      .regex(/^smtps?:\/\//, 'takes an smtp:// or smtps:// address')
      .refine(hasHost, 'takes an address with a host, for example smtps://mail.example.com')
      .optional(),
  },
  outbox: {
    flag: 'outbox',
    env: 'OUTBOX',
    takes: 'on|off',
    otherwise: 'on while only this machine can reach it',
    about: 'A page that shows all emails, where there is no mail server',
    read: onOff.optional(),
  },
  mailFrom: {
    env: 'MAIL_FROM',
    takes: 'address',
    otherwise: defaultMailFrom,
    about: 'Sender of our emails',
    read: text.default(defaultMailFrom),
  },
  sealingKey: {
    env: 'SEALING_KEY',
    takes: 'id:base64[,…]',
    otherwise: 'a key file made at first start',
    about: 'Keys that seal secrets at rest, the first one seals new values',
    secret: true,
    read: text.optional(),
  },
  staffSees: {
    env: 'STAFF_SEES',
    takes: 'columns|masked',
    otherwise: 'columns',
    about: 'Whether internal administration shows names and email addresses of users, or masks them until a reason is given',
    read: z.enum(staffVisibility, 'takes columns or masked').default('columns'),
  },
  vendorLimits: {
    env: 'VENDOR_LIMITS',
    takes: 'on|off',
    otherwise: 'on',
    about: 'Whether vendors are asked no faster than they allow; off only with the sandboxes',
    read: onOff.default(true),
  },
  vendorDailyShare: {
    env: 'VENDOR_DAILY_SHARE',
    takes: 'percent',
    otherwise: '30',
    about: 'How much of the requests that a vendor allows an account in a day reading may use',
    read: percent.default(30),
  },
  ...identityOptions,
  trustProxy: {
    env: 'TRUST_PROXY',
    takes: 'addresses',
    otherwise: 'nobody',
    about: 'Proxies whose X-Forwarded-For counts, e.g. loopback or 10.0.0.0/8',
    read: proxies.optional(),
  },
  logLevel: {
    flag: 'log',
    env: 'LOG_LEVEL',
    takes: 'level',
    otherwise: 'warn',
    about: 'trace, debug, info, warn, error or silent',
    read: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'takes trace, debug, info, warn, error or silent')
      .default('warn'),
  },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options
export type Settings = { [K in OptionName]: z.output<(typeof options)[K]['read']> }
export const optionList: readonly [OptionName, Option][] = Object.entries(options) as [OptionName, Option][]
