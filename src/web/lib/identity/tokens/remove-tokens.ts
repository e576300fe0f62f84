const tokenCookie =
  /^CognitoIdentityServiceProvider\..+\.(accessToken|idToken|refreshToken|clockDrift|signInDetails|oauthMetadata|LastAuthUser)$/

/** The cookies that hold a session of the identity client. Those of the remembered device stay after a sign-out. */
export const tokenCookiesIn = (cookies: string): string[] =>
  cookies
    .split('; ')
    .map((pair) => pair.slice(0, pair.indexOf('=')))
    .filter((name) => tokenCookie.test(name))

/** Works without the identity client, which may not have loaded. */
export const removeTokens = () => {
  const secure = window.isSecureContext ? '; secure' : ''
  for (const name of tokenCookiesIn(document.cookie)) document.cookie = `${name}=; path=/; max-age=0; samesite=lax${secure}`
}
