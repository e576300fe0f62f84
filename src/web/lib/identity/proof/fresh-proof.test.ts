import { beforeEach, describe, expect, it } from 'vitest'
import { isProofCanceled, onProofRequested, withFreshProof, type ProofRequest } from './fresh-proof.ts'
import { identityError } from '../errors/identity-error.ts'

const tooOld = { name: 'ReauthenticationRequiredException' }
let isFresh = false
let shown: ProofRequest[] = []
let leave: () => void

beforeEach(() => {
  isFresh = false
  shown = []
  leave = onProofRequested((request) => shown.push(request))
})

const change = async (what: string) => {
  if (!isFresh) throw identityError(tooOld.name)
  return what
}
const dialogIsOpen = async () => {
  await expect.poll(() => shown.length).toBe(1)
}
const prove = () => {
  isFresh = true
  shown[0]?.proven()
}

describe('A change that needs a fresh proof', () => {
  it('continues once Ann has proven who she is, and ends without an error when she cancels', async () => {
    const canceled = withFreshProof(() => change('codes by email'))
    await dialogIsOpen()
    shown[0]?.canceled()
    await expect(canceled).rejects.toSatisfy(isProofCanceled)
    shown = []
    const proven = withFreshProof(() => change('codes by email'))
    await dialogIsOpen()
    prove()
    expect(await proven).toBe('codes by email')
  })

  it('is canceled when Bea leaves the page while the dialog is open, and asks again when she is back', async () => {
    const left = withFreshProof(() => change('a passkey'))
    await dialogIsOpen()
    leave()
    await expect(left).rejects.toSatisfy(isProofCanceled)
    shown = []
    onProofRequested((request) => shown.push(request))
    const back = withFreshProof(() => change('a passkey'))
    await dialogIsOpen()
    prove()
    expect(await back).toBe('a passkey')
  })

  it('shares its dialog with another change of Cleo, and both continue', async () => {
    const both = Promise.all(['a passkey', 'codes by email'].map((what) => withFreshProof(() => change(what))))
    await dialogIsOpen()
    prove()
    expect(await both).toEqual(['a passkey', 'codes by email'])
    expect(shown).toHaveLength(1)
  })
})
