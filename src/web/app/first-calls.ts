// Runs before the other scripts have loaded, so it stays small: it sends the calls that a signed-in user's first page needs.
import { listEvents } from '#contract/events/events.ts'
import { getOnboarding } from '#contract/onboarding.ts'
import type { Request, Route } from '#contract/kit/route.ts'
import { listStages } from '#contract/stages.ts'
import { getUserByEmail, type CurrentUser } from '#contract/signup/current-user.ts'
import { addressOf, type Parts } from '#web/lib/calls/address-of.ts'
import { callAhead } from '#web/lib/calls/ahead.ts'
import { config } from '#web/lib/config.ts'
import { keptTokens } from '#web/lib/identity/tokens/kept-tokens.ts'
import { rememberedClientId } from '#web/lib/identity/session.ts'
import { isPublicPath, paths } from '#web/paths.ts'

const callerOf = (accessToken: string) => {
  const { apis } = config()
  return <R extends Route>(route: R, request: Request<R>, clientId: string | undefined) =>
    callAhead(addressOf(apis[route.api], route.path, request as Parts), {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      ...(clientId ? { 'x-tenant': `${clientId}.${location.host}` } : {}),
    })
}

/** The same query that the landing page sends. */
export const homeEvents = { skip: 0, limit: 5, sort: 'created_at:desc' }

const callForHome = (call: ReturnType<typeof callerOf>, { clientId, isStaff, status }: CurrentUser) => {
  if (isStaff || status !== 'ACTIVE' || location.pathname !== paths.home) return
  void call(getOnboarding, {}, clientId)
  void call(listEvents, { query: homeEvents }, clientId)
  void call(listStages, {}, clientId)
}

/** The pages make the same calls later and take these replies, pending or complete. */
export const makeFirstCalls = async () => {
  const tokens = keptTokens(document.cookie, config().identity.userPoolClientId)
  if (!tokens || isPublicPath(location.pathname)) return
  const call = callerOf(tokens.accessToken)
  const query = { email: tokens.email, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const answer = await call(getUserByEmail, { query }, rememberedClientId())
  // Read from a clone: the page that takes this reply reads the original.
  if (answer) callForHome(call, (await answer.clone().json()) as CurrentUser)
}
