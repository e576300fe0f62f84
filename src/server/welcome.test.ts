import { expect, it } from 'vitest'
import { demoPassword } from '../../db/seed/users.ts'
import { readConfig } from './platform/config.ts'
import { welcomeText } from './welcome.ts'

const welcomeOf = (env: Record<string, string>, sandboxUrl: string | null = null): string => {
  const read = readConfig([], env)
  if ('show' in read) throw new Error(read.show)
  return welcomeText(read.config, { url: 'http://localhost:8400', sandboxUrl, metricsUrl: 'http://localhost:8402/metrics' })
}

it('the demo sign-ins are shown only if they can be used: not with a pool at AWS', () => {
  expect(welcomeOf({})).toContain(demoPassword)
  const aws = { IDENTITY_MODE: 'aws', COGNITO_USER_POOL_ID: 'eu-west-1_AbCd12345', COGNITO_CLIENT_ID: 'client' }
  expect(welcomeOf(aws)).not.toContain(demoPassword)
})

it('the sandboxes are controlled on a page of the product, if there are pages', () => {
  const sandboxUrl = 'http://localhost:8401'
  expect(welcomeOf({}, sandboxUrl)).toMatch(/Vendor sandboxes +http:\/\/localhost:8400\/sandboxes$/m)
  expect(welcomeOf({ ROLES: 'api,sandbox' }, sandboxUrl)).toMatch(/Vendor sandboxes +http:\/\/localhost:8401$/m)
})
