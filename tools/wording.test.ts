import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'

const texts = ['src/web/messages/*.ts', 'src/server/identity/letters.ts', 'src/server/modules/*/mails.ts', 'openapi.json']

const british =
  /\b\w*(cancell(ed|ing)|colour|favour|behaviour|honour|labelled|travell|catalogue|centre|licence|fulfil\b|grey\b|whilst|learnt|judgement|enquir|(organ|recogn|author|normal|synchron|custom|summar|optim|minim|real|util|initial|serial|final|categor|priorit|apolog|emphas)is(e|ed|es|ing|ation)s?\b|analys(e|ed|ing)\b)\w*/gi

const readWithoutComments = (file: string) =>
  readFileSync(join(projectRoot, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')

describe('Texts on screen, in emails and in the API reference', () => {
  const files = texts.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })).filter((file) => !file.endsWith('.test.ts'))

  it.each(files)('of %s are spelled as Americans spell', (file) => {
    expect(readWithoutComments(file).match(british) ?? []).toEqual([])
  })

  it.each(files)('of %s call two-step sign-in and remembered devices by these names', (file) => {
    const otherNames = /second steps?\b|second factor|two-factor|2FA|remembered browsers?/gi
    expect(readWithoutComments(file).match(otherNames) ?? []).toEqual([])
  })

  it('are all looked at', () => {
    expect(files).toEqual(expect.arrayContaining(['openapi.json', 'src/web/messages/en.ts', 'src/server/modules/users/mails.ts']))
    expect('The colour of cancelled organisations'.match(british)).toEqual(['colour', 'cancelled', 'organisations'])
  })
})
