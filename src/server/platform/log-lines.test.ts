import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from './log.ts'

const wasTerminal = process.stdout.isTTY
afterEach(() => {
  process.stdout.isTTY = wasTerminal
  vi.restoreAllMocks()
})

/** What is written for one entry on a terminal, without the colors. */
const onTerminal = (write: (log: ReturnType<typeof createLog>) => void): string => {
  process.stdout.isTTY = true
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  write(createLog({ level: 'info' }))
  const text = written.mock.calls.map(([chunk]) => String(chunk)).join('')
  // oxlint-disable-next-line no-control-regex -- colors of a terminal are control characters
  return text.replaceAll(/\u001b\[\d+m/g, '')
}

it('is a readable line on a terminal: time, level, what happened, what it is about', () => {
  expect(onTerminal((log) => log.warn({ job: 'syncs.advance', attempt: 2 }, 'a job failed'))).toMatch(
    /^\d\d:\d\d:\d\d warn {2}a job failed job=syncs\.advance attempt=2\n$/,
  )
})

it('is one line for a warning, with a reason of any length', () => {
  const line = onTerminal((log) => log.warn({ err: new Error('first\n  second') }, 'it will be tried again'))
  expect(line).toMatch(/^\S+ warn {2}it will be tried again: first second\n$/)
})

it('shows where a fault happened, after the sentence', () => {
  const [first, second] = onTerminal((log) => log.error({ err: new Error('broken') }, 'a part did not stop')).split('\n')
  expect(first).toMatch(/ error a part did not stop: broken$/)
  expect(second).toMatch(/^ +at /)
})

it('neutralizes control characters of foreign texts on a terminal', () => {
  const hostile = '550 \u001b]0;owned\u0007\u001b[2J\u009b2J\r'
  const line = onTerminal((log) => {
    log.warn(
      { err: new Error(hostile), answer: `${hostile}\n12:00:00 info  a forged line`, [hostile]: 1 },
      'an email was refused',
    )
  })
  expect(line).toContain(String.raw`an email was refused: 550 \u001b]0;owned\u0007\u001b[2J\u009b2J`)
  expect(line.match(/\p{Cc}/gu)).toEqual(['\n'])
})

it('hides personal data and secrets on a terminal too', () => {
  const line = onTerminal((log) => log.info({ password: 'pa55word' }, 'email of jonah@pratt.example.com'))
  expect(line).toContain('email of [hidden] password=[hidden]')
})

it('is JSON everywhere else', () => {
  let written = ''
  createLog({ level: 'info' }, { write: (line) => (written = line) }).info({ port: 8400 }, 'listening')
  expect(JSON.parse(written)).toMatchObject({ level: 30, port: 8400, msg: 'listening' })
})
