// A call of the contract with values from any supply.
import type { Route } from '#contract/kit/route.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { apiPrefix } from '#server/platform/http/register.ts'
import { somewhere } from './campaign.ts'
import type { Attempt } from './send.ts'
import { fill, type Supply } from './shapes.ts'
import type { Actor } from './clients.ts'

export interface Parts {
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

export const partsFor = ({ params, query, body }: Route, supply: Supply, random: Random): Parts => ({
  params: (params ? fill(params, { supply, random }) : {}) as Parts['params'],
  query: (query ? fill(query, { supply, random }) : {}) as Parts['query'],
  body: body ? fill(body, { supply, random }) : undefined,
})

export const pathOf = ({ api, path }: Route, params: Parts['params']): string =>
  apiPrefix[api] + path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))

export const queryOf = (query: Record<string, unknown>): string => {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

const headersFor = (actor: Actor, random: Random): Record<string, string> => ({
  'x-forwarded-for': somewhere(random),
  ...(actor.token === '' ? {} : { authorization: `Bearer ${actor.token}` }),
})

const isTaken = (route: Route, { params, query, body }: Parts): boolean =>
  [
    [route.params, params],
    [route.query, query],
    [route.body, body],
  ].every(([schema, value]) => schema === undefined || (schema as NonNullable<Route['body']>).safeParse(value).success)

export const attemptFor = (route: Route, actor: Actor, parts: Parts, random: Random): Attempt => ({
  route: route.name,
  how: 'as the contract takes it',
  who: actor.title,
  method: route.method,
  path: pathOf(route, parts.params) + queryOf(parts.query),
  headers: { ...headersFor(actor, random), ...(route.body ? { 'content-type': 'application/json' } : {}) },
  ...(route.body ? { body: JSON.stringify(parts.body) } : {}),
  isValid: isTaken(route, parts),
})
