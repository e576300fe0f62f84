import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#server/platform/config.ts'

const british =
  /\b\w*(cancell(ed|ing)|colour|favour|behaviour|honour|labelled|travell|catalogue|centre|licence|fulfil\b|grey\b|whilst|learnt|judgement|enquir|(organ|recogn|author|normal|synchron|custom|summar|optim|minim|real|util|initial|serial|final|categor|priorit|apolog|emphas)is(e|ed|es|ing|ation)s?\b|analys(e|ed|ing)\b)\w*/gi

const otherNames = /second steps?\b|second factor|two-factor|2FA|remembered browsers?/gi

/** Words and phrases that no other product has on its screens. */
const privateWords = [
  /\bletters?\b|\b(is|are|was|were) told\b|\bwritten down\b|\bnot yours to see\b/gi,
  /\bwhoever\b|\bsomebody\b|\beverybody\b|\bnobody\b|\bany more\b|\bat present\b|\bat once\b|\bsee to it\b/gi,
  /\bgo(es)? on\b|\bby itself\b|\bby ourselves\b|\bagain and again\b|\bin circles\b|\bswitched (on|off)\b/gi,
  /\b(set|laid) aside\b|\bheld back\b|\bmended\b|\bsweeps?\b|\bgiven up\b|\bis gone\b|\b(be|was|were) taken\b/gi,
  /\b(we|it|they|this|row) holds?\b|\bpeople held\b|\barriv(e|es|ed|al)\b|\bthe other side\b|\bt(ake|ook|aken) (up|back|over)\b/gi,
  /\blets? us in(to)?\b|\bmay not read\b|\bconnect(s|ed)? again\b|\bconnected already\b|\bis bound to\b|\bhas run out\b/gi,
  /\b(the|this|that|one|connected|second) persons?\b|\bpeople of\b|\btenants?\b|\bworkspaces?\b/gi,
]

/** Phrases in which such a word is usual: removed before the check. */
const usual = [
  /\b(users|login|requests|CRM) at once\b/g,
  /\b(three|14|Three)[- ]letters?\b/g,
  /\bworkspace (usage in Airtable|used up|may have)\b/g, // Airtable's own term
  /\bthe person (who (creates|created)|is deleted at the vendor)\b/gi, // the terms, and the sandboxes, which act as CRMs
  /\bX-Tenant\b/g,
  /'To nobody'/g, // an email that is never sent
]

const isCode = (file: string): boolean => !/\.test\.ts$|\/testing\//.test(file)
const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: projectRoot }).filter(isCode)

/** Files that contain only texts for users: every phrase is checked. */
const textFiles = [
  'src/web/messages/*.ts',
  'src/contract/**/*.ts',
  'src/server/**/{letters,mails,emails}.ts',
  'src/server/connectors/*/manifest.ts',
  'zapier/*.ts',
]
  .flatMap(filesOf)
  // Words that fields of a CRM may have, in any spelling.
  .filter((file) => file !== 'src/contract/criteria/sensitive.ts')

/** In all other files of the server only whole sentences are checked: they are refusals, reasons and results. */
const serverFiles = filesOf('src/server/**/*.ts').filter((file) => !textFiles.includes(file))

const readWithoutComments = (file: string) =>
  readFileSync(join(projectRoot, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')

const phrasesIn = (file: string): string[] =>
  (readWithoutComments(file).match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map((phrase) => phrase.replaceAll(/\$\{[^}]*\}/g, 'X'))
    .filter((phrase) => /\p{L} \p{L}/u.test(phrase))

const textOf = (file: string): string => (file.endsWith('.json') ? readWithoutComments(file) : phrasesIn(file).join('\n'))

const isSentence = (phrase: string): boolean => /^.[A-Z“][^]*[.?!].$/.test(phrase)

const descriptionsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    (key === 'summary' || key === 'description') && typeof part === 'string' ? [part] : descriptionsIn(part),
  )
}

const privateWordsIn = (phrases: readonly string[]): string[] =>
  phrases.filter((phrase) => {
    const rest = usual.reduce((text, words) => text.replaceAll(words, ''), phrase)
    return privateWords.some((words) => rest.search(words) !== -1)
  })

describe('Texts on screen, in emails and in the API reference', () => {
  it.each([...textFiles, 'openapi.json'])('of %s have American spelling', (file) => {
    expect(textOf(file).match(british) ?? []).toEqual([])
  })

  it.each([...textFiles, 'openapi.json'])('of %s use the names two-step sign-in and remembered devices', (file) => {
    expect(textOf(file).match(otherNames) ?? []).toEqual([])
  })

  it.each(textFiles)('of %s use the words of products that our users know', (file) => {
    expect(privateWordsIn(phrasesIn(file))).toEqual([])
  })

  it('use these words in replies and stored texts of the server too', () => {
    const sentences = serverFiles.flatMap((file) => phrasesIn(file).filter(isSentence))
    expect(sentences).toEqual(expect.arrayContaining(["'Choose an ad account first.'"]))
    expect(privateWordsIn(sentences)).toEqual([])
  })

  it('use these words in descriptions of the API too', () => {
    const descriptions = descriptionsIn(JSON.parse(readWithoutComments('openapi.json')))
    expect(descriptions.length).toBeGreaterThan(100)
    expect(privateWordsIn(descriptions)).toEqual([])
  })

  it('are all checked', () => {
    expect(textFiles).toEqual(expect.arrayContaining(['src/web/messages/en.ts', 'src/contract/kit/errors.ts']))
    expect(textFiles.filter((file) => /(letters|mails|emails)\.ts$/.test(file)).length).toBeGreaterThan(4)
    expect('The colour of cancelled organisations'.match(british)).toEqual(['colour', 'cancelled', 'organisations'])
    const old = ["'Whoever asked is told by letter'", "'Nothing was set aside.'", "'Three letters'", "'Invite users at once'"]
    expect(privateWordsIn(old)).toEqual(old.slice(0, 2))
  })
})
