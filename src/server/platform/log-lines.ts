// Log entries as readable lines, if the product was started in a terminal. Elsewhere they stay JSON.
import { pino } from 'pino'

interface Entry {
  level: number
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
  [field: string]: unknown
}

const red = 31
const yellow = 33
const grey = 90

const paint = (color: number, text: string): string => `\u001b[${color}m${text}\u001b[0m`

const { error = 50, warn = 40 } = pino.levels.values

const colorOf = (level: number): number => (level >= error ? red : level >= warn ? yellow : grey)

const textMax = 4_000

/** Texts may come from others: control characters are made visible, so that the terminal does not act on them. */
const shown = (text: string): string =>
  text
    .slice(0, textMax)
    .replaceAll(
      /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu,
      (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
    )

const inOneLine = (text: string): string =>
  shown(
    text
      .slice(0, textMax)
      .split('\n')
      .map((line) => line.trim())
      .join(' '),
  )

const asText = (value: unknown): string => inOneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const stackMax = 50

/** Faults of ours have a stack trace; a warning is one line. */
const stackOf = ({ level, err }: Entry): string =>
  level >= error && err?.stack ? `\n${paint(grey, err.stack.split('\n').slice(1, stackMax).map(shown).join('\n'))}` : ''

/** One JSON entry as a readable line. */
export const asLine = (json: string): string => {
  const entry = JSON.parse(json) as Entry
  const { level, time, msg = '', err, ...fields } = entry
  const label = pino.levels.labels[level] ?? 'log'
  const about = Object.entries(fields).map(([name, value]) => `${shown(name)}=${asText(value)}`)
  const sentence = [msg, err?.message].filter((part) => part !== undefined && part !== '').join(': ')
  const line = [
    paint(grey, new Date(time).toLocaleTimeString('en-GB')),
    paint(colorOf(level), label.padEnd(5)),
    inOneLine(sentence),
    ...(about.length > 0 ? [paint(grey, about.join(' '))] : []),
  ].join(' ')
  return `${line}${stackOf(entry)}\n`
}
