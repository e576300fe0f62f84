// A virtual device that stores passkeys.
import type { Page } from './world.ts'

interface Authenticator {
  /** Whether the fingerprint matches. */
  recognises(isRight: boolean): Promise<void>
}

/** A device with a fingerprint reader, which the user touches as soon as it asks. */
export const plugIn = async (page: Page): Promise<Authenticator> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    recognises: async (isRight) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isRight })
    },
  }
}
