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

describe('passkey errors', () => {
  it('are each told in a sentence of their own [IDP-05]', async () => {
    const { explainPasskeyFailure } = await import('./passkey-errors.ts')
    const sentences = names.map((name) => explainPasskeyFailure(errorNamed(name)))
    expect(sentences).not.toContain(undefined)
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
    expect(new Set(sentences).size).toBe(names.length)
  })

  it('have words even where the browser gives no reason [IDP-05]', async () => {
    const { explainPasskeyFailure } = await import('./passkey-errors.ts')
    const told = explainPasskeyFailure(errorNamed('Unknown'), 'PasskeyRetrievalFailed')
    expect(told).toBe(explainPasskeyFailure(errorNamed('PasskeyRetrievalFailed')))
    expect(explainPasskeyFailure(errorNamed('Unknown'))).toBeUndefined()
  })

  it('leave every other error alone [IDP-05]', async () => {
    const { explainPasskeyFailure } = await import('./passkey-errors.ts')
    expect(explainPasskeyFailure(errorNamed('NotAuthorizedException'))).toBeUndefined()
    expect(explainPasskeyFailure(errorNamed('constructor'))).toBeUndefined()
    expect(explainPasskeyFailure('PasskeyNotSupported')).toBeUndefined()
  })
})
