import { beforeAll, describe, expect, it } from 'vitest'
import { startTranslations } from '#web/lib/i18n.ts'

const errorNamed = (name: string) => Object.assign(new Error('raw words of the client'), { name })

const names = [
  'PasskeyNotSupported',
  'PasskeyAlreadyExists',
  'InvalidPasskeyRegistrationOptions',
  'InvalidPasskeyAuthenticationOptions',
  'RelyingPartyMismatch',
  'PasskeyRegistrationFailed',
  'PasskeyRetrievalFailed',
  'PasskeyRegistrationCanceled',
  'PasskeyAuthenticationCanceled',
  'PasskeyOperationAborted',
]

beforeAll(() => startTranslations())

describe('Passkey errors', () => {
  it('each have their own sentence [IDP-05]', async () => {
    const { explainPasskeyFailure } = await import('./passkey-errors.ts')
    const sentences = names.map((name) => explainPasskeyFailure(errorNamed(name)))
    expect(sentences).not.toContain(undefined)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
    expect(new Set(sentences).size).toBe(names.length)
  })

  it('have a sentence even when the browser gives no reason [IDP-05]', async () => {
    const { explainPasskeyFailure } = await import('./passkey-errors.ts')
    const sentence = explainPasskeyFailure(errorNamed('Unknown'), 'PasskeyRetrievalFailed')
    expect(sentence).toBe(explainPasskeyFailure(errorNamed('PasskeyRetrievalFailed')))
    expect(explainPasskeyFailure(errorNamed('Unknown'))).toBeUndefined()
  })

  it('have no sentence for any other error [IDP-05]', async () => {
    const { explainPasskeyFailure } = await import('./passkey-errors.ts')
    expect(explainPasskeyFailure(errorNamed('NotAuthorizedException'))).toBeUndefined()
    expect(explainPasskeyFailure(errorNamed('constructor'))).toBeUndefined()
    expect(explainPasskeyFailure('PasskeyNotSupported')).toBeUndefined()
  })
})
