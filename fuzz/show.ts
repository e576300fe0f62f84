// The table at the end, and each finding so that it can be repeated by hand.
import { findingKinds, type Finding, type Tally } from './tally.ts'

const classes = ['2xx', '3xx', '4xx', '5xx', 'none'] as const

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`

export const summaryOf = (tallies: readonly Tally[]): string => {
  const rows = tallies.map((tally) => [
    tally.campaign,
    String(tally.requests),
    share(tally.authenticated, tally.requests),
    share(tally.handled, tally.requests),
    String(tally.routes.size),
    ...classes.map((name) => String(tally.byClass.get(name) ?? 0)),
    ...findingKinds.map((kind) => String(tally.findings.filter((finding) => finding.kind === kind).length)),
    `${Math.round(tally.slowest.ms)} ms ${tally.slowest.route}`,
  ])
  const table = [['campaign', 'requests', 'let in', 'handled', 'calls', ...classes, ...findingKinds, 'slowest'], ...rows]
  const widths = (table[0] ?? []).map((_head, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const bodyMax = 2000

const shownBody = (body: string | Buffer | undefined): string[] => {
  if (body === undefined) return []
  const text = typeof body === 'string' ? JSON.stringify(body) : `base64 ${body.toString('base64')}`
  return [`  body: ${text.length > bodyMax ? `${text.slice(0, bodyMax)}… (${text.length} signs)` : text}`]
}

/** Tokens are valid for a while, so they are not shown. */
const shownHeaders = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(
    ([name, value]) => `  ${name}: ${value.replaceAll(/[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, '[token]').slice(0, 300)}`,
  )

export const linesOf = ({ campaign }: Tally, { kind, what, attempt, answer, isAlone }: Finding, seed: number): string =>
  [
    `${campaign}: ${kind}: ${what} (seed ${seed}${isAlone ? ', and again by this request alone' : ''})`,
    ...(attempt
      ? [
          `  ${attempt.method} ${attempt.path.slice(0, 600)}`,
          `  as ${attempt.who}, ${attempt.how}`,
          ...shownHeaders(attempt.headers),
          ...shownBody(attempt.body),
        ]
      : []),
    ...(answer ? [`  answered ${answer.status} in ${Math.round(answer.ms)} ms: ${answer.text.slice(0, 400)}`] : []),
  ].join('\n')
