// Tokens for single accounts of a login, where that of the login reads none of them. They live in memory alone.
import type { AccountToken } from '#server/connectors/kit/connector.ts'
import type { Session } from '#server/connectors/kit/access.ts'
import type { TokenProvider } from '#server/connectors/kit/calls/http.ts'
import type { AccountTokens, KeptToken } from '../model.ts'

const keptMax = 10_000

/** The oldest makes room: it is asked for again when it is needed. */
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

/** One that is about to run out is not worth a request that would be refused. */
const soon = 60_000
const isLasting = ({ expiresAt }: AccountToken): boolean => expiresAt === null || expiresAt.getTime() > Date.now() + soon

interface Parts {
  tokens: AccountTokens
  /** Whose token it is. */
  source: string
  login: { keys: TokenProvider; session: Session }
  ask: (login: Session) => Promise<AccountToken>
}

/** Those who notice at the same moment that it has run out wait for one and the same answer. */
export const createAccountTokenProvider = ({ tokens, source, login, ask }: Parts): TokenProvider => {
  let token: string | undefined
  let asking: Promise<string> | undefined
  const askAnew = async (): Promise<string> => {
    const made = await ask(login.session)
    tokens.keep(source, { ...made, with: await login.keys.current() })
    return made.accessToken
  }
  const askOnce = (): Promise<string> => {
    asking ??= askAnew().finally(() => {
      asking = undefined
    })
    return asking
  }
  /** What is kept counts only as long as the login lets us in. */
  const keptOr = async (stale: string | undefined): Promise<string> => {
    const current = await login.keys.current()
    const kept = tokens.get(source)
    const isGood = kept !== undefined && kept.with === current && kept.accessToken !== stale && isLasting(kept)
    return isGood ? kept.accessToken : askOnce()
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
