import { describe, expect, it } from 'vitest'
import { createRandom } from '#sandbox/kit/random.ts'
import { createTexts } from './hostile-texts.ts'
import { judge } from './judge.ts'
import { unsafeCsv, unsafeEmail, unsafeLogLine } from './outputs.ts'
import type { Answer, Attempt } from './send.ts'

describe('The checks of files, emails and logs', () => {
  it.each([
    ['a cell that computes', 'a,b\n1,=1+1\n', /computes/],
    ['a cell that computes after a space', 'a,b\n1," @SUM(1)"\n', /computes/],
    ['a record that was torn', 'a,b\n1,2\n3\n4,5,6\n', /3 cells in a table of 2/],
  ])('find %s', (_what, csv, said) => {
    expect(unsafeCsv(csv)).toEqual([expect.stringMatching(said)])
  })

  it('accept quoted cells, lines within them and formulas that were made texts', () => {
    expect(unsafeCsv(`a,b\n"x ""y""\nz","'=1+1"\n`)).toEqual([])
  })

  it.each([
    ['a recipient more', 'From: a\r\nTo: b\r\nBcc: c\r\n\r\nhello', /not ours: bcc/],
    ['a second subject', 'Subject: a\r\nSubject: b\r\n\r\nhello', /twice: subject/],
    ['a script', 'From: a\r\n\r\n<!doctype html><p><script>alert(1)</script>', /HTML that does something/],
  ])('find %s in an email', (_what, letter, said) => {
    expect(unsafeEmail(letter)).toEqual([expect.stringMatching(said)])
  })

  it('accept an email that quotes such a text', () => {
    expect(unsafeEmail('From: a\r\nSubject: b\r\n folded\r\n\r\n<!doctype html><p>&lt;script&gt;</p>')).toEqual([])
  })

  it('find a log entry that was injected', () => {
    const entry = '{"level":30,"time":"2026-01-01T00:00:00.000Z","msg":"a"}'
    expect(unsafeLogLine(`${entry}\n`)).toEqual([])
    expect(unsafeLogLine(`${entry}\n{"level":50,"time":"2026-01-01T00:00:00.000Z","msg":"forged"}\n`)).not.toEqual([])
  })

  it('find a text that came back changed', () => {
    const texts = createTexts()
    const text = texts.next(createRandom(1))
    expect(texts.altered(`Renamed to ${text}.`)).toBeUndefined()
    expect(texts.altered(text.slice(3))).toContain('became')
  })
})

describe('What no answer may be', () => {
  const attempt: Attempt = { route: 'x', how: '', who: '', method: 'GET', path: '/users-api/x', headers: {}, isValid: true }
  const headers = { 'x-content-type-options': 'nosniff' }
  const refusal = (code: string) => JSON.stringify({ code, message: 'm', detail: 'd', request_id: 'r' })
  const kindsOf = (answer: Partial<Answer>) =>
    judge(attempt, { status: 200, headers, text: '', ms: 1, ...answer }).map(({ kind }) => kind)

  it.each([
    ['an answer', {}, []],
    ['a refusal', { status: 404, text: refusal('NOT_FOUND') }, []],
    ['a refusal for a while', { status: 503, text: refusal('UNAVAILABLE'), headers: { ...headers, 'retry-after': '5' } }, []],
    ['a refusal for nobody knows how long', { status: 503, text: refusal('UNAVAILABLE') }, ['failure']],
    ['a bug', { status: 500, text: refusal('INTERNAL') }, ['failure']],
    ['no answer', { status: 0, problem: 'ECONNRESET' }, ['failure']],
    ['a refusal in a form of its own', { status: 400, text: 'Bad' }, ['form']],
    ['a refusal that browsers may guess about', { status: 404, text: refusal('NOT_FOUND'), headers: {} }, ['form']],
    ['an answer that takes for ever', { ms: 60_000 }, ['slow']],
  ])('judges %s', (_what, answer, kinds) => {
    expect(kindsOf(answer as Partial<Answer>)).toEqual(kinds)
  })

  it('judges answers that reveal internals', () => {
    const refusal = { code: 'VALIDATION_FAILED', message: 'm', request_id: 'r', detail: 'syntax error at or near "x"' }
    expect(kindsOf({ status: 400, text: JSON.stringify(refusal) })).toEqual(['disclosure'])
  })
})
