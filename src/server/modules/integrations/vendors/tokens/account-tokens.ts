// Tokens for single accounts of a login, if the login's own token cannot read them. They are only kept in memory.
import type { AccountToken } from '#server/connectors/kit/connector.ts'
import type { Session } from '#server/connectors/kit/access.ts'
import type { TokenProvider } from '#server/connectors/kit/calls/http.ts'
import type { AccountTokens, KeptToken } from '../model.ts'

const keptMax = 10_000

/** The oldest token is dropped: it is requested again when needed. */
export const createAccountTokens = (): AccountTokens => {
  const kept = new Map<string, KeptToken>()
  return {
    get: (source) => kept.get(source),
    keep(source, token) {
      kept.delete(source)
      kept.set(source, token)
      const [oldest] = kept.keys()
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
    },
  }
}

/** A token that is about to expire is not used, because the request would be refused. */
const soon = 60_000
const isLasting = ({ expiresAt }: AccountToken): boolean => expiresAt === null || expiresAt.getTime() > Date.now() + soon

interface Parts {
  tokens: AccountTokens
  /** The source that uses the token. */
  source: string
  login: { keys: TokenProvider; session: Session }
  ask: (login: Session) => Promise<AccountToken>
}

/** Concurrent callers that notice the expiry wait for one request. */
export const createAccountTokenProvider = ({ tokens, source, login, ask }: Parts): TokenProvider => {
  let token: string | undefined
  let asking: Promise<string> | undefined
  const requestToken = async (): Promise<string> => {
    const made = await ask(login.session)
    tokens.keep(source, { ...made, with: await login.keys.current() })
    return made.accessToken
  }
  const requestOnce = (): Promise<string> => {
    asking ??= requestToken().finally(() => {
      asking = undefined
    })
    return asking
  }
  /** A stored token counts only as long as the login has access. */
  const keptOr = async (stale: string | undefined): Promise<string> => {
    const current = await login.keys.current()
    const kept = tokens.get(source)
    const isGood = kept !== undefined && kept.with === current && kept.accessToken !== stale && isLasting(kept)
    return isGood ? kept.accessToken : requestOnce()
  }
  return {
    async current() {
      token ??= await keptOr(undefined)
      return token
    },
    async renew(stale) {
      if (token === undefined || token === stale) token = await keptOr(stale)
      return token
    },
  }
}
