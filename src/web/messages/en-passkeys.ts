/** English texts for everything that can go wrong with a passkey, by the name of the error. */
export const passkeyMessages = {
  PasskeyNotSupported: "Passkeys don't work here. They need a current browser and an https address.",
  PasskeyAlreadyExists: 'This device already has a passkey for your account. You can sign in with it.',
  InvalidPasskeyRegistrationOptions:
    "We couldn't set up a passkey because this installation isn't configured for passkeys. Tell an admin.",
  InvalidPasskeyAuthenticationOptions:
    "We couldn't check the passkey because this installation isn't configured for passkeys. Tell an admin.",
  RelyingPartyMismatch: 'Passkeys here belong to another address. Open Tributary at its usual address, or tell an admin.',
  PasskeyRegistrationFailed: "Your device couldn't create a passkey. Try again, or use another device.",
  PasskeyRetrievalFailed: "Your device couldn't find a passkey for this account. Sign in another way.",
  PasskeyRegistrationCanceled: 'No passkey was created because the request was canceled or took too long.',
  PasskeyAuthenticationCanceled: "The passkey wasn't used because the request was canceled or took too long.",
  PasskeyOperationAborted: 'Something else on this device interrupted the passkey. Try again.',
  UnknownPasskey: "This passkey doesn't belong to this address, or it was removed. Sign in another way.",
} as const
