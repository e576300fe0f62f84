import type { WebhookProperty } from '#contract/webhooks/properties.ts'

export const exampleKinds = ['curl', 'zapier', 'javascript'] as const
export type ExampleKind = (typeof exampleKinds)[number]

export interface ExampleInput {
  url: string
  properties: readonly WebhookProperty[]
  /** Unsigned calls are refused, so the example signs. */
  isSigned: boolean
}

export const keyPlaceholder = 'YOUR_KEY'
const secretPlaceholder = 'YOUR_SECRET'

const fallbacks = {
  string: 'anything',
  date: '2026-11-21',
  datetime: '2026-11-21T10:00:00Z',
  email: 'ruth@example.com',
  phone: '+12025550149',
} as const

const valueOf = ({ type, example, enum_values: values }: WebhookProperty): string | number | boolean => {
  if (type === 'number') return Number(example) || 212
  if (type === 'boolean') return example !== 'false'
  if (type === 'enum') return values.includes(example) ? example : (values[0] ?? '')
  return example || fallbacks[type]
}

const usuallyShown = 2

/** All that every event needs, and a few others. */
const shownOf = (properties: readonly WebhookProperty[]): WebhookProperty[] => {
  const [required, optional] = [true, false].map((is) => properties.filter((property) => property.required === is))
  return [...(required ?? []), ...(optional ?? []).slice(0, usuallyShown)]
}

export const exampleEvent = (properties: readonly WebhookProperty[]) => {
  const extra = Object.fromEntries(shownOf(properties).map((property) => [property.name, valueOf(property)]))
  return {
    event: 'lead.created',
    event_id: 'call-88213',
    email: 'theo.marsh@example.com',
    phone: '+12025550148',
    source: 'call',
    ...(Object.keys(extra).length > 0 ? { properties: extra } : {}),
  }
}

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const pairOf = ([name, value]: [string, unknown]): string => `${JSON.stringify(name)}: ${JSON.stringify(value)}`
const perLine = 2

/** JSON with few lines: two values on each, and the properties on one. */
const pretty = (input: ExampleInput): string => {
  const { properties, ...own } = exampleEvent(input.properties)
  const pairs = Object.entries(own).map(pairOf)
  const lines = pairs.flatMap((_, index) => (index % perLine === 0 ? [pairs.slice(index, index + perLine).join(', ')] : []))
  const extra = properties ? [`"properties": { ${Object.entries(properties).map(pairOf).join(', ')} }`] : []
  return `{\n  ${[...lines, ...extra].join(',\n  ')}\n}`
}

const testUrl = ({ url }: ExampleInput): string => `${url}?test=true`

const curlOf = (input: ExampleInput): string => {
  const start = `curl "${testUrl(input)}" \\\n  -H "content-type: application/json" \\\n`
  if (!input.isSigned) return `${start}  -d ${inShell(pretty(input))}`
  return [
    `BODY=${inShell(pretty(input))}`,
    'AT=$(date +%s); ID=msg_$AT',
    `KEY=$(printf %s "${secretPlaceholder}" | sed 's/^whsec_//' | base64 -d | od -An -v -tx1 | tr -d ' \\n')`,
    `SIGNATURE=$(printf %s "$ID.$AT.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64)`,
    `${start}  -H "webhook-id: $ID" -H "webhook-timestamp: $AT" \\\n  -H "webhook-signature: v1,$SIGNATURE" \\\n  -d "$BODY"`,
  ].join('\n')
}

const zapierOf = (input: ExampleInput): string =>
  [
    'App      Webhooks by Zapier',
    'Event    Custom Request',
    'Method   POST',
    `URL      ${testUrl(input)}`,
    'Headers  content-type: application/json',
    `Data     ${pretty(input).replaceAll('\n', '\n         ')}`,
  ].join('\n')

const javascriptOf = (input: ExampleInput): string => {
  const body = `const body = JSON.stringify(${pretty(input)})`
  const signing = [
    "import { createHmac } from 'node:crypto'",
    '',
    body,
    'const at = Math.floor(Date.now() / 1000)',
    'const id = `msg_${at}`',
    `const key = Buffer.from('${secretPlaceholder}'.replace('whsec_', ''), 'base64')`,
    "const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')",
  ]
  const signed = ["    'webhook-id': id,", "    'webhook-timestamp': String(at),", "    'webhook-signature': `v1,${signature}`,"]
  return [
    ...(input.isSigned ? signing : [body]),
    `const response = await fetch('${testUrl(input)}', {`,
    "  method: 'POST',",
    '  headers: {',
    "    'content-type': 'application/json',",
    ...(input.isSigned ? signed : []),
    '  },',
    '  body,',
    '})',
    'console.log(response.status, await response.json())',
  ].join('\n')
}

export const exampleCode: Record<ExampleKind, (input: ExampleInput) => string> = {
  curl: curlOf,
  zapier: zapierOf,
  javascript: javascriptOf,
}
