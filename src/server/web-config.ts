import { signInFeatures, type WebConfig } from '#contract/kit/web-config.ts'
import { demoPassword, offeredUsers } from '../../db/seed/users.ts'
import { allowsPasskeys, embeddedPool } from './embedded-pool.ts'
import type { Config } from './platform/config.ts'

const demoOf = (): NonNullable<WebConfig['demo']> => ({
  password: demoPassword,
  people: offeredUsers.map(({ name, lastname, email, tenant, title }) => ({
    name: `${name} ${lastname}`,
    email,
    tenant,
    role: title,
  })),
})

/** What users may use besides a password: everything that their browsers support. */
const embeddedFeatures = ({ publicUrl }: Config): WebConfig['identity']['features'] =>
  signInFeatures.filter((feature) => feature !== 'passkeys' || allowsPasskeys(publicUrl))

const poolOf = (config: Config) => {
  const { identity } = config
  if (identity.mode === 'embedded')
    return {
      userPoolId: embeddedPool.id,
      userPoolClientId: embeddedPool.clientId,
      endpoint: '/idp',
      features: embeddedFeatures(config),
      mfa: identity.mfa,
    }
  const { userPoolId, userPoolClientId, features, hosted } = identity
  return { userPoolId, userPoolClientId, features, mfa: 'optional' as const, ...(hosted === undefined ? {} : { hosted }) }
}

const identityOf = (config: Config): WebConfig['identity'] => {
  const { flow, identityPoolId, signUpVerification } = config.identity
  return { ...poolOf(config), flow, signUpVerification, ...(identityPoolId === undefined ? {} : { identityPoolId }) }
}

/** The configuration of the page. */
export const webConfigOf = (config: Config): WebConfig => ({
  apis: config.apis,
  identity: identityOf(config),
  env: 'prod',
  outbox: config.outbox,
  staffSees: config.staffSees,
  sandboxUrl: config.roles.has('sandbox') ? `http://localhost:${config.sandbox.port}` : null,
  demo: config.demo && config.identity.mode === 'embedded' ? demoOf() : null,
})

/** Foreign addresses that the page must be allowed to call. */
export const connectTargetsOf = (config: Config): string[] => {
  const { apis, identity } = config
  const moved = Object.values(apis).flatMap((url) => (url.startsWith('http') ? [new URL(url).origin] : []))
  const aws =
    identity.mode === 'aws'
      ? ['cognito-idp', 'cognito-identity'].map((service) => `https://${service}.${identity.region}.amazonaws.com`)
      : []
  const sandbox = webConfigOf(config).sandboxUrl
  return [...new Set([...moved, ...aws, ...(sandbox === null ? [] : [sandbox])])]
}
