// The calls that are not part of the contract: webhooks in each vendor's own form, and the protocol of the user pool.
import { createHmac } from 'node:crypto'
import { knownApp } from '#sandbox/kit/oauth-server.ts'
import { signatureOf } from '#sandbox/ghl/signing.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import { embeddedPool } from '#server/embedded-pool.ts'
import { identityPoolOperations, publicOperations } from '#server/identity/operations.ts'
import { somewhere, type Stage } from './campaign.ts'
import { brokenBody, oddTexts, oddValue } from './odd.ts'
import type { Attempt } from './send.ts'
import { fill, pathsOf, shapeOf, withValueAt } from './shapes.ts'
import type { Actor, FuzzClient } from './clients.ts'

type Headers = Record<string, string>

const signing: Record<string, (url: string, body: string) => Headers> = {
  hubspot(url, body) {
    const now = String(Date.now())
    const signature = createHmac('sha256', knownApp.clientSecret).update(`POST${url}${body}${now}`).digest('base64')
    return { 'x-hubspot-signature-v3': signature, 'x-hubspot-request-timestamp': now }
  },
  ghl: (_url, body) => ({ 'x-ghl-signature': signatureOf(body) }),
}

/** What a vendor would send about an account, in any of its forms. */
const eventOf = (hubId: string) => ({
  eventId: 7,
  portalId: Number(hubId) || hubId,
  locationId: hubId,
  companyId: hubId,
  occurredAt: Date.now(),
  timestamp: new Date().toISOString(),
  subscriptionType: 'contact.propertyChange',
  type: 'ContactUpdate',
  objectId: 12,
  id: '12',
  propertyName: 'email',
  propertyValue: 'x',
  mergedObjectIds: [1, 2],
})

const formBody = (event: object): string =>
  Object.entries<unknown>({ ...event, 'contact[id]': '1', 'deal[id]': '2', date_time: '2026-03-01T10:00:00Z' })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&')

const deliveryBody = (hubId: string, random: Random): string => {
  const event = eventOf(hubId)
  const names = Object.keys(event)
  const odd = random.chance(0.7) ? withValueAt(event, [random.pick(names)], oddValue(random)) : event
  const text = random.pick([JSON.stringify([odd, odd]), JSON.stringify(odd), formBody(odd as object)])
  return random.chance(0.3) ? String(brokenBody(text, random)) : text
}

const hooked = allConnectors().filter(({ webhook }) => webhook !== undefined)

export const delivery = ({ world, things }: Stage, tenant: FuzzClient, random: Random): Attempt => {
  const { manifest, webhook } = random.pick(hooked)
  const slug = slugOf(manifest.type)
  const hubId = random.pick(['1', ...things.named(tenant, 'hub_id')])
  const body = deliveryBody(hubId, random)
  const key = random.pick(['x', random.pick(oddTexts).toWellFormed(), ...things.named(tenant, 'webhook_key')])
  const suffix = webhook?.by === 'key' ? `/${tenant.clientId}/${encodeURIComponent(key)}` : ''
  const path = random.chance(0.9)
    ? `/hooks/${slug}${suffix}`
    : `/hooks/${encodeURIComponent(random.pick(oddTexts).toWellFormed())}${suffix}`
  const signed = random.chance(0.8)
    ? (signing[slug]?.(world.url + path, body) ?? {})
    : { 'x-ghl-signature': 'x', 'x-hubspot-signature-v3': 'y' }
  const type = random.pick(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
  const headers = { 'x-forwarded-for': somewhere(random), 'content-type': type, ...signed }
  return { route: `hook ${slug}`, how: 'as a vendor', who: manifest.name, method: 'POST', path, headers, body, isValid: false }
}

const operations = [
  ...Object.entries(publicOperations).map(([name, { schema }]) => ({
    target: `AWSCognitoIdentityProviderService.${name}`,
    schema,
  })),
  ...Object.entries(identityPoolOperations).map(([name, { schema }]) => ({
    target: `AWSCognitoIdentityService.${name}`,
    schema,
  })),
]

const usual: Record<string, (actor: Actor, random: Random) => string> = {
  ClientId: () => embeddedPool.clientId,
  AccessToken: ({ token }) => token,
  Username: ({ email }) => email,
  USERNAME: ({ email }) => email,
  Password: ({ password }, random) => random.pick([password, 'wrong guess', 'another good one 7']),
  PreviousPassword: ({ password }) => password,
}

export const operation = (actor: Actor, random: Random): Attempt => {
  const { target, schema } = random.pick(operations)
  const straight = fill(schema, { supply: (field) => usual[field]?.(actor, random), random })
  const isOdd = random.chance(0.8)
  const bent = isOdd ? withValueAt(straight, random.pick(pathsOf(shapeOf(schema))), oddValue(random)) : straight
  const text = JSON.stringify(bent) ?? 'null'
  const isBroken = random.chance(0.15)
  const [, name = ''] = target.split('.')
  const operation = random.chance(0.05) ? `${target}${random.pick(['x', '.', '__proto__'])}` : target
  const type = random.chance(0.05) ? 'application/json' : 'application/x-amz-json-1.1'
  return {
    route: `pool ${name}`,
    how: `odd: ${isOdd}, broken: ${isBroken}`,
    who: actor.title,
    method: 'POST',
    path: '/idp',
    headers: { 'x-forwarded-for': somewhere(random), 'content-type': type, 'x-amz-target': operation },
    body: isBroken ? brokenBody(text, random) : text,
    isValid: !isOdd && !isBroken,
  }
}
