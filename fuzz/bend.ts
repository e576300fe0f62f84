// Ways in which a call is changed to violate the contract.
import type { Route } from '#contract/kit/route.ts'
import type { Random } from '#sandbox/kit/random.ts'
import { brokenBody, oddNames, oddTexts, oddValue } from './odd.ts'
import { pathOf, queryOf, type Parts } from './requests.ts'
import type { Attempt } from './send.ts'
import { pathsOf, shapeOf, withValueAt, type Path } from './shapes.ts'

interface Straight {
  route: Route
  parts: Parts
  attempt: Attempt
  random: Random
}

type Change = Partial<Pick<Attempt, 'method' | 'path' | 'headers' | 'body'>>

/** JSON has no lone surrogates, only their escapes: both reach a server. */
const written = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

const segment = (text: string, random: Random): string => {
  const wellFormed = text.toWellFormed()
  return random.chance(0.8) ? encodeURIComponent(wellFormed) : encodeURIComponent(wellFormed).replaceAll('%', '%25')
}

const without = (whole: unknown, [first, ...rest]: Path): unknown => {
  if (typeof whole !== 'object' || whole === null || first === undefined) return whole
  if (Array.isArray(whole)) return whole.map((one) => without(one, rest))
  const kept = Object.entries(whole).filter(([name]) => rest.length > 0 || name !== first)
  return Object.fromEntries(kept.map(([name, inner]) => [name, name === first ? without(inner, rest) : inner]))
}

const oddMembers = ({ route, parts, random }: Straight): Change => {
  if (!route.body) return { body: written(oddValue(random)) }
  const paths = pathsOf(shapeOf(route.body))
  let { body } = parts
  for (let time = 0; time <= random.below(3); time += 1) body = withValueAt(body, random.pick(paths), oddValue(random))
  return { body: written(body) }
}

const missingMember = ({ route, parts, random }: Straight): Change =>
  route.body ? { body: written(without(parts.body, random.pick(pathsOf(shapeOf(route.body))))) } : {}

const extraMember = ({ parts, random }: Straight): Change => {
  const extra = Object.fromEntries([[random.pick([...oddNames, 'client_id', 'isStaff', 'role']), oddValue(random)]])
  return { body: written({ ...(parts.body as object | undefined), ...extra }) }
}

const oddQuery = ({ route, parts, random }: Straight): Change => {
  const names = [...Object.keys(route.query?.shape ?? {}), ...oddNames]
  const own = Object.fromEntries([[random.pick(names), random.pick(oddTexts).toWellFormed()]])
  const bare = pathOf(route, parts.params)
  const name = encodeURIComponent(random.pick(names))
  return {
    path: random.pick([
      bare + queryOf({ ...parts.query, ...own }),
      `${bare}?${name}=1&${name}=2&${name}[]=3&${name}[a]=4`,
      `${bare}?${name}=%${random.pick(['', '0', 'zz', '00', 'ff', 'c0%80', 'ed%a0%80'])}`,
      `${bare}?${name}=${'x'.repeat(random.pick([200, 8000]))}`,
      `${bare}?${'&='.repeat(500)}`,
      `${bare}?%00&%ff=1&;=2`,
    ]),
  }
}

const oddPath = ({ route, parts, random }: Straight): Change => {
  const params = Object.fromEntries(
    Object.keys(parts.params).map((name) => [name, random.pick([...oddTexts, 'x'.repeat(199), 'x'.repeat(201)]).toWellFormed()]),
  )
  const path = pathOf(route, params)
  return {
    path: random.pick([
      path,
      path,
      `${pathOf(route, parts.params)}/${segment(random.pick(oddTexts), random)}`,
      path.replace('/', '//'),
      path.replaceAll('-', '%2d').replace('users', '%75sers'),
      `${path}%`,
      `${path}%ff`,
      `${path};a=b`,
      `${path}/../../${segment('etc/passwd', random)}`,
    ]),
  }
}

const badTokens = (token: string): readonly string[] => {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  const raised = Buffer.from('{"sub":"x","token_use":"access","exp":9999999999}').toString('base64url')
  return [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${token}.x`,
    `Bearer ${token.slice(0, -3)}`,
    `bearer ${token}`,
    `Basic ${token}`,
    `Bearer ${none}.${payload}.`,
    `Bearer ${head}.${raised}.${signature}`,
    `Bearer ${head}.${payload}.${signature.split('').toReversed().join('')}`,
    `Bearer ${'a'.repeat(5000)}.${'b'.repeat(5000)}.c`,
    `Bearer e30.e30.e30`,
    `Bearer ${token}, Bearer ${token}`,
  ]
}

const oddToken = ({ attempt, random }: Straight): Change => {
  const token = (attempt.headers['authorization'] ?? '').replace('Bearer ', '')
  return { headers: { ...attempt.headers, authorization: random.pick(badTokens(token)) } }
}

const headerNames = [
  'x-tenant',
  'idempotency-key',
  'last-event-id',
  'origin',
  'accept',
  'accept-encoding',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'if-none-match',
  'if-modified-since',
  'range',
  'cookie',
  'traceparent',
  'forwarded',
  'user-agent',
] as const

/** As far as a header can carry it; the rest is for raw lines. */
const headerText = (text: string): string =>
  Buffer.from(text.toWellFormed())
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')

const oddHeaders = ({ attempt, random }: Straight): Change => ({
  headers: { ...attempt.headers, [random.pick(headerNames)]: headerText(random.pick(oddTexts)).slice(0, 8000) },
})

const types = [
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json;;;',
  'application/jsonx',
  'application/json, text/html',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  '/',
  'x'.repeat(500),
]

const wrongType = ({ attempt, random }: Straight): Change => {
  const { 'content-type': _known, ...headers } = attempt.headers
  const type = random.pick(types)
  return { headers: type === '' ? headers : { ...headers, 'content-type': type }, body: attempt.body ?? 'x' }
}

const wrongMethod = ({ random }: Straight): Change => ({
  method: random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'QUERY']),
})

const broken = ({ attempt, random }: Straight): Change => ({ body: brokenBody(String(attempt.body ?? '{}'), random) })

const ways: Record<string, (straight: Straight) => Change> = {
  'odd members': oddMembers,
  'more odd members': oddMembers,
  'a member less': missingMember,
  'a member more': extraMember,
  'a broken body': broken,
  'an odd query': oddQuery,
  'another odd query': oddQuery,
  'an odd path': oddPath,
  'an odd token': oddToken,
  'odd headers': oddHeaders,
  'a wrong type': wrongType,
  'a wrong method': wrongMethod,
  nothing: () => ({}),
}

/** One of the ways, or two at once. */
export const bend = (straight: Straight): Attempt => {
  const { random } = straight
  const names = Object.keys(ways).filter(() => random.chance(0.1))
  const chosen = names.length === 0 ? [random.pick(Object.keys(ways))] : names.slice(0, 2)
  let { attempt } = straight
  for (const name of chosen) attempt = Object.assign({}, attempt, ways[name]?.({ ...straight, attempt }))
  const hasBody = attempt.body !== undefined && attempt.headers['content-type'] === undefined && !chosen.includes('a wrong type')
  return {
    ...attempt,
    how: `with ${chosen.join(' and ')}`,
    headers: hasBody ? { ...attempt.headers, 'content-type': 'application/json' } : attempt.headers,
    isValid: chosen.every((name) => name === 'nothing' || name === 'odd headers') && attempt.isValid,
  }
}
