/** Passkeys need a page that nobody can tamper with on its way, and a browser that knows them. */
export const passkeyObstacle = (): 'insecure' | 'unsupported' | undefined => {
  if (!window.isSecureContext) return 'insecure'
  return 'PublicKeyCredential' in window ? undefined : 'unsupported'
}

export const supportsPasskeys = () => !passkeyObstacle()
