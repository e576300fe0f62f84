import { isRefused } from './failures.ts'

/** Explains a failed passkey with texts that are loaded when they are needed. */
export const inPasskeyWords = async <T>(attempt: Promise<T>): Promise<T> => {
  try {
    return await attempt
  } catch (error) {
    const texts = await import('#web/lib/identity/errors/passkey-errors.ts').catch(() => undefined)
    const text = isRefused(error) ? texts?.unknownPasskey() : texts?.explainPasskeyFailure(error, 'PasskeyRetrievalFailed')
    if (!text) throw error
    throw new Error(text, { cause: error })
  }
}
