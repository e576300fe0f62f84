interface Claims {
  exp?: unknown
  iat?: unknown
  email?: unknown
}

/** What a token says, unverified: only the server knows whether it is true. Empty when the token cannot be read. */
export const claimsOf = (token = ''): Claims => {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object
  } catch {
    return {}
  }
}
