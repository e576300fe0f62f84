import i18next from 'i18next'
import { passkeyMessages } from '#web/messages/en-passkeys.ts'
import { addTranslations } from '#web/lib/i18n.ts'

addTranslations('passkeys', passkeyMessages)

type PasskeyErrorName = keyof typeof passkeyMessages

const isPasskeyError = (name: string): name is PasskeyErrorName => Object.hasOwn(passkeyMessages, name)

/** The explanation of a failed passkey; undefined when the error is about something else. Browsers also fail without a reason. */
export const explainPasskeyFailure = (error: unknown, withoutReason?: PasskeyErrorName): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const name = error.name === 'Unknown' && withoutReason ? withoutReason : error.name
  return isPasskeyError(name) ? i18next.t(`passkeys:${name}`) : undefined
}

/** A user who cancels sees no error. */
export const isPasskeyCanceled = (error: unknown): boolean =>
  error instanceof Error && ['PasskeyRegistrationCanceled', 'PasskeyAuthenticationCanceled'].includes(error.name)

/** The pool does not accept this passkey for this user. */
export const unknownPasskey = (): string => i18next.t('passkeys:UnknownPasskey')
