import type { WebConfig } from '#contract/web-config.ts'
import { demoPassword, demoTenants } from '../../db/seed/people.ts'
import type { Config } from './platform/config.ts'

/** Fixed at install: every password proof is bound to the pool's name. */
export const embeddedPool = { id: 'us-east-1_Tributary', clientId: 'tributaryweb00000000000001' }

const demoOf = (): NonNullable<WebConfig['demo']> => ({
  password: demoPassword,
  people: demoTenants.flatMap((tenant) =>
    tenant.people.map(({ name, lastname, email, title }) => ({
      name: `${name} ${lastname}`,
      email,
      tenant: tenant.name,
      role: title,
    })),
  ),
})

const identityOf = ({ identity }: Config): WebConfig['identity'] => {
  if (identity.mode === 'embedded')
    return { userPoolId: embeddedPool.id, userPoolClientId: embeddedPool.clientId, endpoint: '/idp' }
  const { userPoolId, userPoolClientId, identityPoolId } = identity
  return { userPoolId, userPoolClientId, ...(identityPoolId === undefined ? {} : { identityPoolId }) }
}

/** What the page is told at its start. */
export const webConfigOf = (config: Config): WebConfig => ({
  apis: config.apis,
  identity: identityOf(config),
  env: 'prod',
  outbox: config.outbox,
  sandboxUrl: config.roles.has('sandbox') ? `http://localhost:${config.sandbox.port}` : null,
  demo: config.demo && config.identity.mode === 'embedded' ? demoOf() : null,
})

/** Foreign addresses that the page must be allowed to call. */
export const connectTargetsOf = ({ apis, identity }: Config): string[] => {
  const moved = Object.values(apis).flatMap((url) => (url.startsWith('http') ? [new URL(url).origin] : []))
  const aws =
    identity.mode === 'aws'
      ? ['cognito-idp', 'cognito-identity'].map((service) => `https://${service}.${identity.region}.amazonaws.com`)
      : []
  return [...new Set([...moved, ...aws])]
}
