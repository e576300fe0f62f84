// Fields that look as if they were not meant for an agency. They are off until a company confirms them with a reason.

/** Begins of words, or whole words with a space after them. The first kind that fits is the answer. */
const kinds: readonly { kind: string; names: readonly string[]; contents?: readonly string[] }[] = [
  {
    kind: 'health data',
    names: [
      'health',
      'medic',
      'diagnos',
      'allerg',
      'symptom',
      'treatment',
      'therap',
      'disab',
      'disease',
      'illness',
      'pregnan',
      'vaccin',
      'prescri',
      'psych',
      'surger',
      'surgical',
      'blood',
      'bmi ',
      'hiv ',
      'mental',
      'genetic',
      'biometric',
    ],
    contents: ['diabet', 'cancer ', 'asthma', 'hiv ', 'pregnan', 'diagnos', 'chemotherap', 'dementia', 'epilep', 'hepatitis'],
  },
  {
    kind: 'religion',
    names: ['relig', 'faith', 'church', 'denomination', 'parish', 'mosque', 'synagogue'],
    contents: ['muslim ', 'catholic ', 'jewish ', 'hindu ', 'buddhist ', 'protestant '],
  },
  { kind: 'union membership', names: ['union ', 'unions ', 'works council'] },
  {
    kind: 'ethnic origin',
    names: ['ethnic', 'race ', 'racial', 'skin color', 'skin colour', 'nationality'],
    contents: ['caucasian ', 'hispanic ', 'african american '],
  },
  {
    kind: 'sexual orientation',
    names: ['sexual', 'sex life', 'gender identity', 'lgbt'],
    contents: ['heterosexual ', 'homosexual ', 'bisexual ', 'lesbian '],
  },
  {
    kind: 'political opinions',
    names: ['politic', 'party affiliation', 'party membership', 'voter', 'voting'],
  },
  {
    kind: 'an identity number',
    names: [
      'ssn ',
      'social security',
      'passport',
      'national insurance',
      'nino ',
      'ni number',
      'national id',
      'identity number',
      'identity card',
      'id number',
      'id card',
      'tax id',
      'taxpayer',
      'driver license',
      'drivers license',
      'driver s license',
      'driving licence',
      'itin ',
    ],
  },
  {
    kind: 'bank details',
    names: [
      'bank',
      'iban ',
      'bic ',
      'swift ',
      'card number',
      'credit card',
      'debit card',
      'account number',
      'account no ',
      'routing number',
      'sort code',
      'cvv ',
      'cvc ',
    ],
  },
  {
    kind: 'a password',
    names: ['password', 'passwd', 'passcode', 'passphrase', 'pwd ', 'secret', 'api key', 'access token', 'security answer'],
  },
  { kind: 'a date of birth', names: ['birth', 'dob ', 'born '] },
  {
    kind: 'free notes',
    names: ['note ', 'notes ', 'comment', 'remark', 'free text', 'description', 'message', 'internal memo', 'transcript'],
  },
]

const nameMax = 200
const sampleMax = 1000
const samplesMax = 100
const noteMin = 200

/** In lower case, each word with a space before and after it. */
const wordsOf = (text: string): string =>
  ` ${text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .join(' ')} `

const hasOne = (words: string, terms: readonly string[]): boolean => terms.some((term) => words.includes(` ${term}`))

const hasCardChecksum = (digits: string): boolean => {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The remainder of a number of any length, with letters as 10 to 35. */
const hasIbanChecksum = (account: string): boolean => {
  const moved = account.slice(4) + account.slice(0, 4)
  const remainder = [...moved].reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
  return remainder === 1
}

const longNumber = /\b\d(?:[ -]?\d){12,18}\b/g
const account = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b/g
const socialSecurity = /\b\d{3}-\d{2}-\d{4}\b/
const nationalInsurance = /\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/

/** Other long numbers, such as IDs of ads, pass the check of a card number in one of ten cases. */
const haveCardNumbers = (samples: readonly string[]): boolean => {
  const numbers = samples.flatMap((text) => text.match(longNumber) ?? []).map((text) => text.replaceAll(/[ -]/g, ''))
  const valid = numbers.filter((digits) => /^[3-6]/.test(digits) && hasCardChecksum(digits))
  return valid.length > 0 && valid.length * 2 >= numbers.length
}

const haveIbans = (samples: readonly string[]): boolean =>
  samples.some((text) => (text.match(account) ?? []).some((found) => hasIbanChecksum(found.replaceAll(' ', ''))))

const kindOfNumbers = (samples: readonly string[]): string | undefined => {
  if (samples.some((text) => socialSecurity.test(text) || nationalInsurance.test(text))) return 'an identity number'
  return haveCardNumbers(samples) || haveIbans(samples) ? 'bank details' : undefined
}

/** Which kind of sensitive data a field seems to have, by its name and by some of its values. */
export const looksSensitive = (fieldName: string, samples: readonly string[] = []): string | undefined => {
  const name = wordsOf(fieldName.slice(0, nameMax))
  const some = samples.slice(0, samplesMax).map((text) => text.slice(0, sampleMax))
  const contents = some.map(wordsOf)
  const byWords = kinds.find(
    ({ names, contents: terms = [] }) => hasOne(name, names) || contents.some((words) => hasOne(words, terms)),
  )
  if (byWords !== undefined && byWords.kind !== 'free notes') return byWords.kind
  const isNote = some.some((text) => text.length >= noteMin || text.trim().includes('\n'))
  return kindOfNumbers(some) ?? byWords?.kind ?? (isNote ? 'free notes' : undefined)
}
