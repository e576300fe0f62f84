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
  leave = onProofRequested((wanted) => shown.push(wanted))
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

describe('a change that needs a fresh proof', () => {
  it('goes on once Ann has proven who she is, and ends without a refusal where she cancels', async () => {
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

  it('is canceled when Bea leaves the page while she is asked, and asks again when she is back', async () => {
    const left = withFreshProof(() => change('a passkey'))
    await dialogIsOpen()
    leave()
    await expect(left).rejects.toSatisfy(isProofCanceled)
    shown = []
    onProofRequested((wanted) => shown.push(wanted))
    const back = withFreshProof(() => change('a passkey'))
    await dialogIsOpen()
    prove()
    expect(await back).toBe('a passkey')
  })

  it('shares the question of Cleo with another one, and both go on', async () => {
    const both = Promise.all(['a passkey', 'codes by email'].map((what) => withFreshProof(() => change(what))))
    await dialogIsOpen()
    prove()
    expect(await both).toEqual(['a passkey', 'codes by email'])
    expect(shown).toHaveLength(1)
  })
})
