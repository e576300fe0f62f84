// Everything that parses foreign texts, with texts made to keep it busy. A slow parser would stop all users.
import { describe, expect, it } from 'vitest'
import { nameFromEmail } from '#contract/users/name-from-email.ts'
import { plainType } from '#contract/integrations/provider-spelling.ts'
import { emailRule, mendName, nameOrNoneRule, reasonRule } from '#contract/kit/text-rules.ts'
import * as texts from '#contract/kit/texts.ts'
import { ConnectorFailure } from './connectors/kit/failures.ts'
import { homeOf } from './connectors/kit/calls/addresses.ts'
import { finderOf, utmOf } from './connectors/kit/first-touch.ts'
import { retryAfterOf } from './connectors/kit/calls/http.ts'
import { readAmount } from './connectors/kit/rows/values/amounts.ts'
import { cellsOf, columnsOfHeader, fingerprintOf } from './connectors/kit/rows/columns.ts'
import { readDate, zoneOf } from './connectors/kit/rows/values/dates.ts'
import { mapRow } from './connectors/kit/rows/map.ts'
import { outcomeOfWord, outcomeWords } from './connectors/kit/rows/values/outcomes.ts'
import { rulesOf } from './connectors/kit/rows/rules.ts'
import { amountOf, currencyOf, instantOf, startOfDay } from './connectors/kit/text.ts'
import { jsonOf } from './connectors/kit/wire.ts'
import { allConnectors } from './connectors/registry.ts'
import { deliveryTo } from './identity/accounts/accounts.ts'
import { channelOf } from './modules/crm/saving/channels.ts'
import { emailKey, phoneKey } from './modules/crm/saving/normalise.ts'
import { technicalOf } from './modules/integrations/vendors/model.ts'
import { diffOf } from './platform/audit/diff.ts'
import { bearerOf } from './platform/http/callers.ts'
import { hostCheck } from './platform/http/hosts.ts'
import { asLine } from './platform/log-lines.ts'
import { plain } from './platform/email/words.ts'
import { maskEmail, withoutPersonalData } from './platform/masks.ts'
import { networkOf } from './platform/network.ts'

const size = 100_000
const withinMs = 50

const pieces = [
  'a',
  '0',
  ' ',
  '-',
  '_',
  '/',
  '.',
  '@',
  ',',
  ':',
  '%40',
  'a-',
  'a@',
  'a.',
  'Z+(',
  'Z (',
  ', ',
  'T,',
  '1:',
  '1,',
  '"\\',
  '\n ',
  '\u0301\u0323',
  '\uFDFA',
  '\u200B',
  '<a',
  '{"a":',
  '[',
]
/** Each alone, and with an end that no pattern expects after it. */
const hostile = pieces.flatMap((piece) => {
  const text = piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
  return [text, `${text}!`, `a${text}\n`]
})

const header = ['Lead ID', 'Email', 'Phone', 'Name', 'Created', 'Source', 'Stage', 'Outcome', 'Amount', 'Note']
const columns = columnsOfHeader(header)
const rules = rulesOf(columns, {}, { zone: 'UTC', hasSerials: true })
const words = outcomeWords({})
const hosts = hostCheck('http://127.0.0.1:4400', { agencies: '/agencies-api', contacts: '/contacts-api', users: '/users-api' })
const names = { name: texts.nameOf('first name'), email: texts.email, zone: texts.timeZone, reason: texts.reason }

const rowOf = (text: string) => ({
  place: 'row 2',
  cells: cellsOf(columns, ['7', 'ann@example.com', ...header.slice(2).map(() => text)]),
  raw: {},
})

const readers: Record<string, (text: string) => unknown> = {
  'an instant': instantOf,
  'a day': (text) => startOfDay(text, 'UTC'),
  'an amount': amountOf,
  'a currency': currencyOf,
  'a date in a cell': (text) => readDate(text, { format: null, zone: 'UTC', hasSerials: true }),
  'an amount in a cell': readAmount,
  'a zone of a file': zoneOf,
  'a header': fingerprintOf,
  'the columns of a table': (text) => columnsOfHeader([text, text, text]),
  'a row of a table': (text) => mapRow(rules, rowOf(text)),
  'the outcome of an opportunity': (text) => outcomeOfWord(text, words),
  'how somebody arrived': (text) => [utmOf(text), utmOf(`https://example.com/?${text}`), finderOf([[text, text]])(text)],
  'a channel': (text) =>
    channelOf({ kind: 'click', source: text, medium: null, clickId: null, landingUrl: text, referrer: text }),
  'an email address': (text) => [emailKey(text), emailRule(text), maskEmail(text), deliveryTo(text), nameFromEmail(text)],
  'a phone number': (text) => phoneKey(text, 'US'),
  'names and other fields of a form': (text) => [
    ...Object.values(names).map((schema) => schema.safeParse(text)),
    nameOrNoneRule(text),
    reasonRule(text),
    mendName(text),
  ],
  'a kind of source': plainType,
  'an address of a vendor': (text) => homeOf(text, { hosts: ['.example.com'], sandboxOrigin: null }),
  'when to come back': (text) => retryAfterOf({ 'retry-after': text }),
  'an answer in JSON': jsonOf,
  'a vendor that fails': (text) => technicalOf(new ConnectorFailure('bad_answer', 'Odd.', { technical: text })),
  'a line of the log': withoutPersonalData,
  'a line on a terminal': (text) =>
    asLine(JSON.stringify({ level: 50, time: Date.now(), msg: text, text, err: { message: text, stack: text } })),
  'a change in the audit log': (text) => diffOf({ note: 'before' }, { note: text, name: text, email: text }),
  'a name in an email': (text) => plain(text, 'there'),
  'the host of a request': hosts,
  'the address of a visitor': networkOf,
  'the token of a request': (text) => bearerOf(`Bearer ${text}`),
}

for (const { manifest, calls, webhook } of allConnectors()) {
  readers[`what ${manifest.name} refuses`] = (text) =>
    [400, 401, 403, 429].map((status) =>
      calls.refusalOf({ status, headers: { 'retry-after': text }, text, body: { message: text, error: text } }),
    )
  if (!webhook) continue
  readers[`what ${manifest.name} tells by itself`] = (text) =>
    [
      text,
      `deal[id]=1&date_time=${text}`,
      JSON.stringify({ type: 'ContactUpdate', locationId: text, id: text, timestamp: text }),
    ].map((body) =>
      webhook.read({ method: 'POST', url: `https://example.com/${text}`, headers: {}, body, now: new Date() }, 'one'),
    )
}

/** The processor time of this thread: other work of the machine does not count. */
const costOf = (act: () => unknown): number => {
  const started = process.threadCpuUsage()
  try {
    act()
  } catch {
    // Refusing is an answer too.
  }
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

/** The first call may have to compile; only what is slow every time is slow. */
const isSlow = (act: () => unknown): boolean => Array.from({ length: 5 }).every(() => costOf(act) > withinMs)

describe('100,000 hostile characters', () => {
  it.each(Object.entries(readers))('are quickly read as %s', (_what, read) => {
    const slow = hostile.filter((text) => isSlow(() => read(text)))
    expect(slow.map((text) => text.slice(0, 12))).toEqual([])
  })
})
