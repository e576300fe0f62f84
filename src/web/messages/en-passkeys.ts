/** English texts for everything that can go wrong with a passkey, by the name of the error. */
export const passkeyMessages = {
  PasskeyNotSupported: 'Passkeys do not work here. They need a current browser and an address that begins with https.',
  PasskeyAlreadyExists: 'This device already has a passkey for your account. You can sign in with it.',
  InvalidPasskeyRegistrationOptions:
    'A passkey could not be set up, because this installation is not ready for passkeys. Tell an admin.',
  InvalidPasskeyAuthenticationOptions:
    'The passkey could not be checked, because this installation is not ready for passkeys. Tell an admin.',
  RelyingPartyMismatch:
    'Passkeys of this installation belong to another address. Open Tributary under its usual address, or tell an admin.',
  PasskeyRegistrationFailed: 'Your device could not make a passkey. Try again, or use another device.',
  PasskeyRetrievalFailed: 'Your device could not find a passkey for this account. Use another way to sign in.',
  PasskeyRegistrationCanceled: 'No passkey was created: the request was canceled or took too long.',
  PasskeyAuthenticationCanceled: 'The passkey was not used: the request was canceled or took too long.',
  PasskeyOperationAborted: 'Something else on this device interrupted the passkey. Try again.',
  UnknownPasskey: 'This passkey does not belong to this address, or it was removed. Please sign in another way.',
} as const
