/** Passkeys need a secure context and a browser that supports them. */
export const passkeyObstacle = (): 'insecure' | 'unsupported' | undefined => {
  if (!window.isSecureContext) return 'insecure'
  return 'PublicKeyCredential' in window ? undefined : 'unsupported'
}

export const supportsPasskeys = () => !passkeyObstacle()
