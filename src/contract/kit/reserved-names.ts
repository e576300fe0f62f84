// Names under which we ourselves appear in events, audit logs and emails.

/** Letters of other scripts, digits and signs that look like a Latin letter. An l looks like an i. */
const lookAlikes = new Map(
  Object.entries({
    a: 'аαᴀ4@',
    b: 'вьβʙ8',
    c: 'сϲᴄ',
    d: 'ԁᴅ',
    e: 'еεᴇ3',
    f: 'ƒꜰ',
    g: 'ɡɢ',
    h: 'нһʜ',
    i: 'lіιıɪӏ1|!',
    k: 'кκᴋ',
    m: 'мᴍ',
    n: 'пηɴ',
    o: 'оοᴏ0',
    p: 'рρᴘ',
    r: 'гʀ',
    s: 'ѕꜱ5$',
    t: 'тτᴛ7+',
    u: 'υᴜ',
    y: 'уγʏ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

/** Letters of other alphabets in a word that has Latin ones, too, are read as the Latin ones that they look like. */
export const readAsLatin = (word: string): string =>
  /\p{Script=Latin}/u.test(word)
    ? word.replaceAll(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => lookAlikes.get(letter) ?? letter)
    : word

/** What a reader sees: without case, accents, spaces, invisible characters and signs. */
const lookOf = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((character) => lookAlikes.get(character) ?? character)
    .join('')
    .replaceAll(/[^a-z]/g, '')

const product = lookOf('Tributary')
const offices = ['staff', 'support', 'team', 'admin', 'security', 'helpdesk', 'billing', 'official'].map(lookOf)

/** Whether a user or an account of this name could be mistaken for us. */
export const isReservedName = (name: string): boolean => {
  const look = lookOf(name)
  if (!look.includes(product)) return false
  const rest = look.replace(product, '')
  return rest === '' || offices.some((office) => rest.includes(office))
}
