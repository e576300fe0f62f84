// Reads a text from left to right.
import { endingWords } from './words.ts'

const word = /[^\s,()"]+/y
const quoted = /"(?:[^"\\]|\\.)*"/y

export class SentenceReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length
  }

  fail(): never {
    throw new Error(`The sentence cannot be read from character ${this.#at + 1}: ${this.#text.slice(this.#at, this.#at + 40)}`)
  }

  isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at)
  }

  /** Goes past a text if it comes next. */
  take(text: string): boolean {
    if (!this.isNext(text)) return false
    this.#at += text.length
    return true
  }

  /** Goes past a phrase. One without values is followed by the next part, not by more letters. */
  takePhrase(phrase: string): boolean {
    const isWhole = phrase.endsWith(' ') || this.isNext(`${phrase},`) || this.isNext(`${phrase})`)
    return isWhole && this.take(phrase)
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail()
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    return pattern.exec(this.#text)?.[0]
  }

  /** The word that comes after some characters, without the period that ends a sentence. */
  wordAfter(skipped: string, endings: ReadonlySet<string> = endingWords): string | undefined {
    if (!this.isNext(skipped)) return undefined
    word.lastIndex = this.#at + skipped.length
    const found = word.exec(this.#text)?.[0].replace(/\.$/, '')
    return found === undefined || found === '' || found.startsWith('#') || endings.has(found.toLowerCase()) ? undefined : found
  }

  quoted(): string | undefined {
    const found = this.#match(quoted)
    if (found === undefined) return undefined
    this.#at += found.length
    return JSON.parse(found) as string
  }

  /** A value in quotes, or all words up to one that cannot be part of it. */
  value(endings: ReadonlySet<string> = endingWords): string {
    const inQuotes = this.quoted()
    if (inQuotes !== undefined) return inQuotes
    const words: string[] = []
    for (let next = this.wordAfter('', endings); next !== undefined; next = this.wordAfter(' ', endings)) {
      this.#at += next.length + (words.length === 0 ? 0 : 1)
      words.push(next)
    }
    return words.length === 0 ? this.fail() : words.join(' ')
  }

  /** What comes after #. */
  id(): string {
    this.expect('#')
    const inQuotes = this.quoted()
    if (inQuotes !== undefined) return inQuotes
    const found = this.#match(word)?.replace(/\.$/, '') ?? ''
    this.#at += found.length
    return found === '' ? this.fail() : found
  }
}
