// The only reader of the environment. The result is complete, checked and safe to start with.
import { isIPv4, isIPv6 } from 'node:net'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApiName } from '#contract/kit/route.ts'
import { helpText } from './config/help.ts'
import { identityConfigOf, type IdentityConfig } from './config/identity.ts'
import { roleNames, type RoleName, type Settings, type StaffSees } from './config/options.ts'
import { BadSetting, parseSettings } from './config/parse.ts'

export interface Config {
  roles: ReadonlySet<RoleName>
  dev: boolean
  host: string
  port: number
  sandbox: { port: number }
  metrics: { host: string; port: number }
  dataDir: string
  publicUrl: string
  /** Only this machine can reach us. */
  isLocal: boolean
  demo: boolean
  /** The demo's companies are connected to the sandboxes. */
  demoSources: boolean
  apis: Record<ApiName, string>
  databaseUrl: string | undefined
  /** Present if the application's roles log in themselves. */
  databaseLogin: { password: string | undefined } | undefined
  smtpUrl: string | undefined
  /** Emails stay here to be read, because there is no mail server. */
  outbox: boolean
  mailFrom: string
  sealingKey: string | undefined
  identity: IdentityConfig
  trustProxy: string | undefined
  logLevel: string
  /** Whether staff see names and email addresses of users, or masks until they give a reason. */
  staffSees: StaffSees
  /** `VENDOR_<TYPE>_<NAME>` of the environment, without `VENDOR_`. Each vendor's connector knows its own names. */
  vendors: Readonly<Record<string, string>>
  /** Whether vendors are called no faster than they allow. */
  keepsLimits: boolean
  /** How much of a vendor's daily limit syncs may use, in percent. */
  dailyShare: number
}

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** A name or address that only this machine answers to. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  (isIPv4(host) && host.startsWith('127.')) ||
  (isIPv6(host) && host === '::1')

const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** Whether emails to a mail server are encrypted on the way; this machine itself needs no encryption. */
const isSealed = (smtpUrl: string): boolean => {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** Settings that are only safe while strangers cannot reach us: when each is refused, and what to do about it. */
const unsafe: readonly [when: (config: Config) => boolean, sentence: string][] = [
  [
    (config) => config.isLocal && config.demo && !isLoopback(config.host),
    'Listening beyond this machine would show the demo accounts to others: pass --demo off, or set PUBLIC_URL to your address.',
  ],
  [
    (config) => !config.isLocal && config.demo,
    'Demo accounts have known passwords: they cannot be on while PUBLIC_URL is not a local address.',
  ],
  [
    (config) => !config.isLocal && config.roles.has('sandbox'),
    'The vendor sandboxes cannot run while PUBLIC_URL is not a local address: leave sandbox out of --roles.',
  ],
  [
    (config) => !config.isLocal && !config.publicUrl.startsWith('https://'),
    'PUBLIC_URL must be an https address: sign-in keeps its tokens in secure cookies.',
  ],
  [
    (config) => config.dev && !(config.isLocal && isLoopback(config.host)),
    '--dev serves the source code as it is: it is for this machine alone.',
  ],
  [
    (config) => !config.isLocal && config.smtpUrl !== undefined && !isSealed(config.smtpUrl),
    'SMTP_URL would send emails with codes unencrypted: use smtps://, or add ?requireTLS=true.',
  ],
  [
    (config) => !config.isLocal && config.databaseUrl !== undefined && config.databaseLogin === undefined,
    'Set DATABASE_ROLES=login: roles that the owner of the tables takes keep accounts apart only as long as our own code does.',
  ],
  [
    (config) => !config.isLocal && !config.keepsLimits,
    'VENDOR_LIMITS=off is for the sandboxes: real vendors lock out clients that send requests too fast.',
  ],
  [
    (config) => config.isLocal && config.smtpUrl === undefined && !config.outbox,
    'Emails with codes would have nowhere safe to go: set SMTP_URL, or pass --outbox on if everyone who can reach this address may read them.',
  ],
  [
    (config) => !config.isLocal && config.smtpUrl === undefined,
    'Set SMTP_URL: without a mail server everyone could read the emails with their codes.',
  ],
  [
    (config) => !config.isLocal && /@localhost>?$/.test(config.mailFrom),
    'Set MAIL_FROM: mail servers reject emails from an address at localhost.',
  ],
  [
    (config) => !config.isLocal && config.databaseUrl !== undefined && config.sealingKey === undefined,
    'Set SEALING_KEY: processes that share a database must share the keys that seal its secrets.',
  ],
]

const refuseUnsafe = (config: Config): void => {
  const [, sentence] = unsafe.find(([when]) => when(config)) ?? []
  if (sentence !== undefined) throw new BadSetting(sentence)
}

const besides = (port: number, distance: number, flag: string): number => {
  const beside = port + distance
  if (beside > 65_535) throw new BadSetting(`--${flag} would be ${beside}, which is no port: pass one, or a lower --port.`)
  return beside
}

const placesOf = (settings: Settings) => ({
  host: settings.host,
  port: settings.port,
  sandbox: { port: settings.sandboxPort ?? besides(settings.port, 1, 'sandbox-port') },
  metrics: { host: settings.metricsHost, port: settings.metricsPort ?? besides(settings.port, 2, 'metrics-port') },
  dataDir: resolve(settings.data ?? join(projectRoot, '.data')),
  apis: {
    users: settings.usersApi ?? '/users-api',
    agencies: settings.agenciesApi ?? '/agencies-api',
    contacts: settings.contactsApi ?? '/contacts-api',
  },
})

const databaseLoginOf = ({ databaseUrl, databaseRoles, databaseRolePassword: password }: Settings): Config['databaseLogin'] => {
  if (databaseRoles === 'take' && password === undefined) return undefined
  if (databaseUrl === undefined)
    throw new BadSetting('DATABASE_ROLES and DATABASE_ROLE_PASSWORD go with DATABASE_URL: set it too.')
  if (databaseRoles === 'take') throw new BadSetting('DATABASE_ROLE_PASSWORD goes with DATABASE_ROLES=login: set it too.')
  return { password }
}

const configOf = (settings: Settings, dev: boolean, vendors: Config['vendors']): Config => {
  const { databaseUrl, smtpUrl, mailFrom, sealingKey, trustProxy, logLevel } = settings
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const isLocal = isLoopback(hostOf(publicUrl))
  const roles = new Set(settings.roles ?? roleNames.filter((name) => name !== 'sandbox' || isLocal))
  const demo = settings.demo === undefined ? isLocal : settings.demo !== 'off'
  const outbox = smtpUrl === undefined && (settings.outbox ?? isLoopback(settings.host))
  const identity = identityConfigOf(settings, publicUrl)
  const config = {
    ...placesOf(settings),
    roles,
    dev,
    publicUrl,
    isLocal,
    demo,
    demoSources: demo && settings.demo !== 'people',
    databaseUrl,
    databaseLogin: databaseLoginOf(settings),
    smtpUrl,
    outbox,
    mailFrom,
    sealingKey,
    identity,
    trustProxy,
    logLevel,
    staffSees: settings.staffSees,
    vendors,
    keepsLimits: settings.vendorLimits,
    dailyShare: settings.vendorDailyShare,
  }
  refuseUnsafe(config)
  return config
}

const vendorPrefix = 'VENDOR_'
const ofAllVendors = new Set(['VENDOR_LIMITS', 'VENDOR_DAILY_SHARE'])

/** The connectors decide which of them are known. */
const vendorSettings = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(vendorPrefix) && !ofAllVendors.has(name) && value ? [[name.slice(vendorPrefix.length), value]] : [],
    ),
  )

/** The product's configuration, or the text to show instead of starting. */
export const readConfig = (
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
): { config: Config } | { show: string; exitCode: 0 | 2 } => {
  try {
    const { settings, help, dev } = parseSettings({ args, env })
    return help ? { show: helpText(), exitCode: 0 } : { config: configOf(settings, dev, vendorSettings(env)) }
  } catch (error) {
    if (error instanceof BadSetting) return { show: `${error.message}\n`, exitCode: 2 }
    throw error
  }
}
