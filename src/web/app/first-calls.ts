// Runs before the rest of the scripts has arrived, so it stays small: what a signed-in user's first page asks for is asked for now.
import { listEvents } from '#contract/events/events.ts'
import { getOnboarding } from '#contract/onboarding.ts'
import type { Request, Route } from '#contract/kit/route.ts'
import { listStages } from '#contract/stages.ts'
import { getUserByEmail, type CurrentUser } from '#contract/signup/current-user.ts'
import { addressOf, type Parts } from '#web/lib/calls/address-of.ts'
import { askAhead } from '#web/lib/calls/ahead.ts'
import { config } from '#web/lib/config.ts'
import { keptTokens } from '#web/lib/identity/tokens/kept-tokens.ts'
import { rememberedClientId } from '#web/lib/identity/session.ts'
import { isPublicPath, paths } from '#web/paths.ts'

const callerOf = (accessToken: string) => {
  const { apis } = config()
  return <R extends Route>(route: R, request: Request<R>, clientId: string | undefined) =>
    askAhead(addressOf(apis[route.api], route.path, request as Parts), {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      ...(clientId ? { 'x-tenant': `${clientId}.${location.host}` } : {}),
    })
}

/** As the landing page asks. */
export const homeEvents = { skip: 0, limit: 5, sort: 'created_at:desc' }

const askForHome = (ask: ReturnType<typeof callerOf>, { clientId, isStaff, status }: CurrentUser) => {
  if (isStaff || status !== 'ACTIVE' || location.pathname !== paths.home) return
  void ask(getOnboarding, {}, clientId)
  void ask(listEvents, { query: homeEvents }, clientId)
  void ask(listStages, {}, clientId)
}

/** The pages themselves ask later, and find the answers on their way or already there. */
export const makeFirstCalls = async () => {
  const tokens = keptTokens(document.cookie, config().identity.userPoolClientId)
  if (!tokens || isPublicPath(location.pathname)) return
  const ask = callerOf(tokens.accessToken)
  const query = { email: tokens.email, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const answer = await ask(getUserByEmail, { query }, rememberedClientId())
  // The answer itself belongs to the one who comes for it.
  if (answer) askForHome(ask, (await answer.clone().json()) as CurrentUser)
}
