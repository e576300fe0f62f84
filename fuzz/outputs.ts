// What leaves the product for other programs: spreadsheets, mail readers, logs. No foreign text is an instruction
// there.
import { asLine } from '#server/platform/log-lines.ts'

/** The records of a CSV text. */
const recordsOf = (csv: string): string[][] => {
  const records: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    records.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end !== ',') records.push([])
  }
  return records.filter((record) => record.length > 1)
}

export const unsafeCsv = (csv: string): string[] => {
  const [head = [], ...rows] = recordsOf(csv)
  const torn = rows.find((row) => row.length !== head.length)
  const formula = rows.flat().find((cell) => /^\s*[=+\-@]/.test(cell))
  return [
    ...(torn ? [`a record of ${torn.length} cells in a table of ${head.length}: ${torn.join(' | ').slice(0, 200)}`] : []),
    ...(formula === undefined ? [] : [`a cell that a spreadsheet computes: ${formula.slice(0, 100)}`]),
  ]
}

const headerNames =
  /^(from|to|subject|message-id|date|mime-version|content-type|content-transfer-encoding|auto-submitted|x-auto-response-suppress|reply-to|list-unsubscribe)$/

const decodedParts = (email: string): string =>
  email
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Our tags have no such handlers, and none of these tags is ours. */
const activeHtml = /<(script|img|svg|iframe|b>)|<[^>]+\son\w+=/i

/** An email as it came over the wire. */
export const unsafeEmail = (email: string): string[] => {
  const head = email.slice(0, email.search(/\r?\n\r?\n/))
  const names = head.split(/\r?\n(?!\s)/).map((line) => (line.split(':', 1)[0] ?? '').toLowerCase())
  const foreign = names.filter((name) => !headerNames.test(name))
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  const html = decodedParts(email).slice(email.indexOf('<!doctype'))
  const active = email.includes('<!doctype') ? activeHtml.exec(html) : null
  return [
    ...(foreign.length > 0 ? [`headers that are not ours: ${foreign.join(', ')}`] : []),
    ...(twice.length > 0 ? [`headers twice: ${twice.join(', ')}`] : []),
    ...(active ? [`HTML that does something: ${html.slice(active.index, active.index + 100)}`] : []),
  ]
}

const withoutColours = (text: string): string => text.replaceAll(/\p{Cc}\[\d+m/gu, '')

/** An entry stays one line, in JSON and on a terminal. */
export const unsafeLogLine = (line: string): string[] => {
  const entries = line.trimEnd().split('\n')
  const isForged = entries.length > 1 || /"msg":"forged"/.test(line.replaceAll(/\\"/g, ''))
  const isActive = /(?!\n)\p{Cc}/u.test(entries.map((entry) => withoutColours(asLine(entry))).join(''))
  return [
    ...(isForged ? [`an entry that is not ours: ${line.slice(0, 300)}`] : []),
    ...(isActive ? [`signs that a terminal obeys: ${JSON.stringify(line.slice(0, 300))}`] : []),
  ]
}
