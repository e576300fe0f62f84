import { describe, expect, it } from 'vitest'
import { readConfig, type Config } from './config.ts'
import { optionList } from './config/options.ts'

const configOf = (args: string[] = [], env: Record<string, string> = {}): Config => {
  const read = readConfig(args, env)
  if ('show' in read) throw new Error(read.show)
  return read.config
}
const refusalOf = (args: string[] = [], env: Record<string, string> = {}) => {
  const read = readConfig(args, env)
  if (!('show' in read)) throw new Error('This was accepted')
  return read
}

describe('The defaults', () => {
  it('are the whole product on this machine alone', () => {
    expect(configOf()).toMatchObject({
      roles: new Set(['web', 'api', 'worker', 'identity', 'sandbox']),
      host: '127.0.0.1',
      port: 8400,
      sandbox: { port: 8401 },
      metrics: { host: '127.0.0.1', port: 8402 },
      publicUrl: 'http://localhost:8400',
      apis: { users: '/users-api', agencies: '/agencies-api', contacts: '/contacts-api' },
      demo: true,
      dev: false,
      identity: { mode: 'embedded' },
      databaseUrl: undefined,
      smtpUrl: undefined,
      trustProxy: undefined,
      logLevel: 'warn',
    })
  })

  it('treat an empty variable as not set', () => {
    expect(configOf([], { PORT: '', ROLES: '', SMTP_URL: '' }).port).toBe(8400)
  })

  it('choose the other ports next to the first', () => {
    expect(configOf(['--port', '9000'])).toMatchObject({ sandbox: { port: 9001 }, metrics: { port: 9002 } })
    expect(configOf(['--sandbox-port', '0', '--metrics-port', '0'])).toMatchObject({ sandbox: { port: 0 }, metrics: { port: 0 } })
  })
})

describe('A setting', () => {
  it('is a flag, a variable, or both, and the flag wins', () => {
    expect(configOf([], { PORT: '9100' }).port).toBe(9100)
    expect(configOf(['--port', '9200'], { PORT: '9100' }).port).toBe(9200)
    expect(configOf(['--roles', 'api,worker'], { ROLES: 'web' }).roles).toEqual(new Set(['api', 'worker']))
    expect(configOf(['--demo=off'], { DEMO: 'on' }).demo).toBe(false)
  })

  it.each([
    [['--port', 'abc'], {}, '--port takes a port number (got "abc").'],
    [['--port', '8400.5'], {}, '--port takes a port number (got "8400.5").'],
    [['--port', ''], {}, '--port takes a port number (got "").'],
    [['--port', '70000'], {}, '--port takes a port from 0 to 65535 (got "70000").'],
    [['--port', '0'], {}, '--port takes a port from 1 to 65535, because the address of the product holds it (got "0").'],
    [['--port=-1'], {}, '--port takes a port number (got "-1").'],
    [['--port', '65534'], {}, '--metrics-port would be 65536, which is no port: pass one, or a lower --port.'],
    [[], { SANDBOX_PORT: 'x' }, 'SANDBOX_PORT takes a port number (got "x").'],
    [[], { METRICS_PORT: '-1' }, 'METRICS_PORT takes a port number (got "-1").'],
    [
      ['--roles', 'api,cook'],
      {},
      '--roles has no role "cook"; choose from web, api, worker, identity, sandbox (got "api,cook").',
    ],
    [['--roles', ''], {}, '--roles must not be empty (got "").'],
    [['--host', ''], {}, '--host must not be empty (got "").'],
    [['--host', 'two words'], {}, '--host takes a host name or an IP address (got "two words").'],
    [[], { METRICS_HOST: 'http://x' }, 'METRICS_HOST takes a host name or an IP address (got "http://x").'],
    [['--demo', 'maybe'], {}, '--demo takes on, people or off (got "maybe").'],
    [['--log', 'loud'], {}, '--log takes trace, debug, info, warn, error or silent (got "loud").'],
    [[], { PUBLIC_URL: 'example.com' }, 'PUBLIC_URL takes an http or https address (got "example.com").'],
    [
      [],
      { PUBLIC_URL: 'https://example.com/app' },
      'PUBLIC_URL takes an address without a path (got "https://example.com/app").',
    ],
    [[], { USERS_API_URL: 'ftp://x' }, 'USERS_API_URL takes an http or https address (got "ftp://x").'],
    [[], { AGENCIES_API_URL: 'x' }, 'AGENCIES_API_URL takes an http or https address (got "x").'],
    [[], { CONTACTS_API_URL: 'x' }, 'CONTACTS_API_URL takes an http or https address (got "x").'],
    [[], { DATABASE_URL: 'mysql://root:pa55word@db' }, 'DATABASE_URL takes a postgres:// address.'],
    [[], { DATABASE_URL: 'postgres://[bad' }, 'DATABASE_URL takes a postgres:// address, with special characters as %xx.'],
    [[], { DATABASE_URL: 'postgres://a:100%@db/x' }, 'DATABASE_URL takes a postgres:// address, with special characters as %xx.'],
    [[], { DATABASE_ROLES: 'both' }, 'DATABASE_ROLES takes take or login (got "both").'],
    [[], { DATABASE_ROLES: 'login' }, 'DATABASE_ROLES and DATABASE_ROLE_PASSWORD go with DATABASE_URL: set it too.'],
    [
      [],
      { DATABASE_URL: 'postgres://app@db/app', DATABASE_ROLE_PASSWORD: 'x' },
      'DATABASE_ROLE_PASSWORD goes with DATABASE_ROLES=login: set it too.',
    ],
    [[], { SMTP_URL: 'smtp://' }, 'SMTP_URL takes an address with a host, for example smtps://mail.example.com.'],
    [[], { COGNITO_USER_POOL_ID: 'pool' }, 'COGNITO_USER_POOL_ID takes an id such as us-east-1_AbCd12345 (got "pool").'],
    [[], { SMTP_URL: 'http://user:pa55word@mail' }, 'SMTP_URL takes an smtp:// or smtps:// address.'],
    [[], { IDENTITY_MODE: 'ldap' }, 'IDENTITY_MODE takes embedded or aws (got "ldap").'],
    [[], { IDENTITY_MODE: 'aws' }, 'IDENTITY_MODE=aws needs COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID.'],
    [
      [],
      { TRUST_PROXY: 'everybody' },
      'TRUST_PROXY takes loopback, linklocal, uniquelocal, addresses or address/bits, with commas between (got "everybody").',
    ],
    [
      [],
      { TRUST_PROXY: '10.0.0.0/64' },
      'TRUST_PROXY takes loopback, linklocal, uniquelocal, addresses or address/bits, with commas between (got "10.0.0.0/64").',
    ],
    [[], { VENDOR_LIMITS: 'sometimes' }, 'VENDOR_LIMITS takes on or off (got "sometimes").'],
    [[], { VENDOR_DAILY_SHARE: '0' }, 'VENDOR_DAILY_SHARE takes a number from 1 to 100 (got "0").'],
    [[], { VENDOR_DAILY_SHARE: 'half' }, 'VENDOR_DAILY_SHARE takes a number from 1 to 100 (got "half").'],
    [['--colour', 'red'], {}, "Unknown option '--colour'. Run npm start -- --help to see what is known."],
    [
      ['serve'],
      {},
      "Unexpected argument 'serve'. This command does not take positional arguments. Run npm start -- --help to see what is known.",
    ],
    [['--port'], {}, "Option '--port <value>' argument missing. Run npm start -- --help to see what is known."],
  ])('is refused with a sentence: %j %j', (args, env, sentence) => {
    expect(refusalOf(args, env)).toEqual({ show: `${sentence}\n`, exitCode: 2 })
  })

  it.each(['postgres://app@/app?host=/run/postgresql', 'postgresql:///app', 'postgres://a:b%40c@[::1]:5433/app?sslmode=disable'])(
    'accepts the database %s',
    (url) => {
      expect(configOf([], { DATABASE_URL: url }).databaseUrl).toBe(url)
    },
  )

  it.each(['loopback', '10.0.0.0/8', '10.0.0.1,fd00::/8', 'loopback, 192.168.1.1'])('accepts the proxies %s', (text) => {
    expect(configOf([], { TRUST_PROXY: text }).trustProxy).toBe(text)
  })

  it('never repeats a secret, even a wrong one', () => {
    expect(refusalOf([], { DATABASE_URL: 'mysql://root:pa55word@db' }).show).not.toContain('pa55word')
    expect(refusalOf([], { SMTP_URL: 'http://user:pa55word@mail' }).show).not.toContain('pa55word')
  })
})

describe('The help', () => {
  it('lists every option with its meaning', () => {
    const { show, exitCode } = refusalOf(['--help'])
    expect(exitCode).toBe(0)
    for (const [, option] of optionList) {
      expect(show).toContain(option.env)
      expect(show).toContain(option.about)
      expect(show).toContain(option.flag === undefined ? option.env : `--${option.flag} `)
    }
    expect(refusalOf(['-h']).show).toBe(show)
  })
})

describe('A public address', () => {
  const safe = {
    PUBLIC_URL: 'https://app.example.com',
    SMTP_URL: 'smtps://user:secret@mail.example.com',
    MAIL_FROM: 'Tributary <no-reply@example.com>',
  }

  it('is fine with https and a mail server', () => {
    const config = configOf([], safe)
    expect([config.publicUrl, config.host]).toEqual(['https://app.example.com', '127.0.0.1'])
  })

  it('turns demo accounts and sandboxes off silently', () => {
    const config = configOf([], safe)
    expect([config.demo, config.roles.has('sandbox')]).toEqual([false, false])
  })

  it.each([
    [['--demo', 'on'], {}, 'Demo accounts have known passwords'],
    [['--roles', 'api,sandbox'], {}, 'The vendor sandboxes cannot run'],
    [[], { PUBLIC_URL: 'http://app.example.com' }, 'PUBLIC_URL must be an https address'],
    [[], { SMTP_URL: '' }, 'Set SMTP_URL'],
    [[], { MAIL_FROM: '' }, 'Set MAIL_FROM'],
    [[], { MAIL_FROM: 'post@localhost' }, 'Set MAIL_FROM'],
    [[], { DATABASE_URL: 'postgres://app@db/app', DATABASE_ROLES: 'login' }, 'Set SEALING_KEY'],
    [[], { VENDOR_LIMITS: 'off' }, 'VENDOR_LIMITS=off is for the sandboxes'],
    [['--dev'], {}, '--dev serves the source code as it is'],
    [[], { SMTP_URL: 'smtp://mail.example.com' }, 'SMTP_URL would send emails with codes unencrypted'],
    [[], { DATABASE_URL: 'postgres://app@db/app', SEALING_KEY: 'k1:AAAA' }, 'Set DATABASE_ROLES=login'],
  ])('refuses to start with %j %j', (args, env, sentence) => {
    const { show, exitCode } = refusalOf(args, { ...safe, ...env })
    expect([show.startsWith(sentence), show.trim().endsWith('.'), exitCode]).toEqual([true, true, 2])
  })

  it.each(['smtps://mail.example.com', 'smtp://mail.example.com?requireTLS=true', 'smtp://localhost:25', 'smtp://127.0.0.1'])(
    'is fine with a mail server at %s',
    (url) => {
      expect(configOf([], { ...safe, SMTP_URL: url }).smtpUrl).toBe(url)
    },
  )

  it('refuses to serve source code beyond this machine', () => {
    expect(refusalOf(['--dev', '--host', '0.0.0.0', '--demo', 'off', '--outbox', 'on']).show).toContain('--dev serves')
  })

  it('refuses to show the demo accounts beyond this machine', () => {
    expect(refusalOf(['--host', '0.0.0.0']).show).toContain('would show the demo accounts to others')
    expect(configOf(['--host', '0.0.0.0', '--demo', 'off', '--outbox', 'on']).host).toBe('0.0.0.0')
  })

  it('refuses to show the emails beyond this machine, unless that is wanted', () => {
    expect(refusalOf(['--host', '0.0.0.0', '--demo', 'off']).show).toContain('nowhere safe to go')
    expect(configOf(['--host', '0.0.0.0', '--demo', 'off'], { SMTP_URL: 'smtp://mail' }).outbox).toBe(false)
    expect(configOf().outbox).toBe(true)
  })

  it.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'http://app.localhost:9000'])(
    'is not %s',
    (url) => {
      expect(configOf([], { PUBLIC_URL: url })).toMatchObject({ demo: true, publicUrl: url })
    },
  )

  it.each(['http://localhost.example.com', 'http://127.example.com', 'http://192.168.1.5:8400', 'http://10.0.0.1'])(
    'is %s, however local it may look',
    (url) => {
      expect(refusalOf([], { PUBLIC_URL: url }).show).toContain('PUBLIC_URL must be an https address')
    },
  )
})

describe('The three APIs [HTTP-05]', () => {
  it('can each be moved separately', () => {
    const { apis } = configOf([], { USERS_API_URL: 'https://users.example.com/' })
    expect(apis).toEqual({ users: 'https://users.example.com', agencies: '/agencies-api', contacts: '/contacts-api' })
  })
})

describe('The vendors', () => {
  it("are configured by the operator's settings, as each connector names them", () => {
    const env = { VENDOR_HUBSPOT_CLIENT_ID: 'id', VENDOR_GOOGLE_DEVELOPER_TOKEN: 'token', VENDOR_GHL_API_URL: '', VENDOR: 'none' }
    expect(configOf([], env).vendors).toEqual({ HUBSPOT_CLIENT_ID: 'id', GOOGLE_DEVELOPER_TOKEN: 'token' })
    expect(configOf().vendors).toEqual({})
  })

  it('shows staff the columns of users and clients, or masks them if the operator wants it [ADMIN-01]', () => {
    expect(configOf().staffSees).toBe('columns')
    expect(configOf([], { STAFF_SEES: 'masked' }).staffSees).toBe('masked')
    expect(refusalOf([], { STAFF_SEES: 'all' }).show).toContain('STAFF_SEES takes columns or masked')
  })

  it('are called no faster than they allow, unless only the sandboxes are used', () => {
    expect(configOf().keepsLimits).toBe(true)
    const { keepsLimits, vendors } = configOf([], { VENDOR_LIMITS: 'off' })
    expect([keepsLimits, vendors]).toEqual([false, {}])
  })

  it('are called for a third of their daily limit at most, or for as much as the operator says', () => {
    expect(configOf().dailyShare).toBe(30)
    const { dailyShare, vendors } = configOf([], { VENDOR_DAILY_SHARE: '50' })
    expect([dailyShare, vendors]).toEqual([50, {}])
  })
})
