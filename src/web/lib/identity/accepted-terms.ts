import { termsVersion } from '#contract/signup/terms.ts'

const storageKey = 'acceptedTerms'

/** Keeps that the terms were accepted in this tab until the server has stored it, which needs a signed-in user. */
export const keepAcceptedTerms = (email: string) =>
  sessionStorage.setItem(storageKey, JSON.stringify({ email: email.toLowerCase(), version: termsVersion }))

/** The version that this user accepted; undefined when there is a newer one. */
export const acceptedTermsOf = (email: string): typeof termsVersion | undefined => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as { email?: unknown; version?: unknown }
    return kept.email === email.toLowerCase() && kept.version === termsVersion ? termsVersion : undefined
  } catch {
    return undefined
  }
}

export const forgetAcceptedTerms = () => sessionStorage.removeItem(storageKey)
