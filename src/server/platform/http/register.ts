import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiName, Input, Route } from '#contract/kit/route.ts'
import { actAs, hasNoted } from '../audit/act.ts'
import { actorOf } from '../audit/actor.ts'
import type { StaffSees } from '../config/options.ts'
import { hasWritten, type Database, type Tx } from '../db/scope.ts'
import { AppError } from '../errors.ts'
import { checkAccess, checkJoined, checkStanding, checkTenantHeader, checkTerms, isAccepting } from './access.ts'
import { bearerOf, type Callers } from './callers.ts'
import type { Caller, Context, IdentityContext, PublicContext, ScopedWork } from './context.ts'
import { hashRequest, runOnce } from './requests/idempotency.ts'
import type { Limiter } from './limits.ts'
import { markCommitted, type KeyRef } from './requests/queries.ts'
import { replySerialiser } from './requests/schemas.ts'
import { createFairUse, type FairUse } from './fair-use.ts'
import type { Served } from './serve.ts'
import { parseInput } from './requests/validation.ts'

export interface Serving {
  database: Database
  callers: Callers
  limiter: Limiter
  staffSees: StaffSees
}

/** The prefix of each API on our own origin. */
export const apiPrefix: Record<ApiName, string> = { users: '/users-api', agencies: '/agencies-api', contacts: '/contacts-api' }

export const urlOf = (route: Route): string => apiPrefix[route.api] + route.path.replaceAll(/\{(\w+)\}/g, ':$1')

type SignedIn = Pick<Context, 'caller' | 'token'>

const callerOf = async (serving: Serving, route: Route, request: FastifyRequest): Promise<SignedIn> => {
  const { sub, ...token } = await serving.callers.verify(bearerOf(request.headers.authorization))
  const caller = await serving.callers.find(sub)
  if (!caller) throw new AppError('UNAUTHENTICATED', { detail: 'This sign-in has no account yet. Sign out, then sign up.' })
  checkTenantHeader(request.headers['x-tenant'] as string | undefined, caller.clientId)
  checkStanding(caller)
  checkTerms(caller)
  const params = request.params as Record<string, string>
  checkJoined(caller, isAccepting(caller, route, params))
  checkAccess(caller, route.access, params)
  await serving.limiter.perUser(request, caller.userId)
  return { caller, token }
}

const keyRefOf = (route: Route, request: FastifyRequest, caller: Caller): KeyRef | undefined => {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || route.method === 'GET' || route.isConfidential) return undefined
  if (key.length > 200)
    throw new AppError('VALIDATION_FAILED', {
      detail: 'An Idempotency-Key can have at most 200 characters.',
      field: 'Idempotency-Key',
    })
  return { clientId: caller.clientId, userId: caller.userId, key }
}

/** Fails if the caller was removed, suspended, signed out or demoted since the call began. */
const recheck = async (serving: Serving, route: Route, request: FastifyRequest, { caller, token }: SignedIn): Promise<void> => {
  // What began shortly before the token expired may go on.
  if (token.expiresAt * 1000 > Date.now()) await serving.callers.verify(bearerOf(request.headers.authorization))
  const now = await serving.callers.find(caller.subject)
  if (now?.userId !== caller.userId || now.isStaff !== caller.isStaff) throw new AppError('UNAUTHENTICATED')
  checkStanding(now)
  checkAccess(now, route.access, request.params as Record<string, string>)
}

/**
 * Downloads and other streams have no defined end, so each of their database reads waits for its turn, and checks again
 * that the caller may go on. The first one can be refused; later the answer has begun.
 */
const lookingFairly = (context: Context, fairly: FairUse, mayGoOn: () => Promise<void>): Context => {
  let isUnderWay = false
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = { isUnderWay }
    isUnderWay = true
    const checked = async (): Promise<T> => {
      if (turn.isUnderWay) await mayGoOn()
      return work()
    }
    return fairly(context.caller.clientId, 'streams', checked, turn)
  }
  return {
    ...context,
    inClient: (work) => inTurn(() => context.inClient(work)),
    asStaff: (reason, work) => inTurn(() => context.asStaff(reason, work)),
    asSystem: (reason, work) => inTurn(() => context.asSystem(reason, work)),
  }
}

const memberContext = (serving: Serving, request: FastifyRequest, { caller, token }: SignedIn, ref?: KeyRef): Context => {
  const { database } = serving
  /** A transaction that only read has changed nothing that a second attempt could repeat, so it does not mark the key. */
  const recording =
    <T>(work: ScopedWork<T>) =>
    async (tx: Tx): Promise<T> => {
      actAs(tx, actorOf(request, caller))
      const result = await work(tx)
      if (ref && (hasNoted(tx) || hasWritten(tx))) await markCommitted(tx, ref)
      return result
    }
  return {
    requestId: request.id,
    get signal() {
      return request.signal
    },
    caller,
    token,
    masks: (clientId) => serving.staffSees === 'masked' && clientId !== caller.clientId,
    inClient: (work) => database.inClient(caller.clientId, recording(work)),
    asStaff: async (reason, work) => {
      if (!caller.isStaff) throw new AppError('FORBIDDEN')
      request.log.info({ requestId: request.id, staff: caller.userId, reason }, 'our own people look into accounts')
      return database.asStaff(`${caller.userId}: ${reason}`, recording(work))
    },
    asSystem: (reason, work) => database.asSystem(reason, recording(work)),
  }
}

type AnyContext = Context | IdentityContext | PublicContext
interface Entered {
  context: AnyContext
  /** The queue that it waits in: of the account, or of a sign-in without an account. */
  line?: string
  member?: Context
  ref?: KeyRef
}

const enter = async (serving: Serving, route: Route, request: FastifyRequest): Promise<Entered> => {
  const requestId = request.id
  if (route.access.kind === 'public') return { context: { requestId } }
  if (route.access.kind === 'identity') {
    const token = bearerOf(request.headers.authorization)
    const { sub } = await serving.callers.verify(token)
    const caller = await serving.callers.find(sub)
    if (caller) checkTenantHeader(request.headers['x-tenant'] as string | undefined, caller.clientId)
    await serving.limiter.perUser(request, sub)
    return { context: { requestId, token, subject: sub }, line: sub }
  }
  const signedIn = await callerOf(serving, route, request)
  const { caller } = signedIn
  const ref = keyRefOf(route, request, caller)
  const context = memberContext(serving, request, signedIn, ref)
  return { context, member: context, line: caller.clientId, ...(ref ? { ref } : {}) }
}

/** A call that can fail because a vendor does not answer may also wait for the vendor. */
const lineOf = ({ errors, method }: Route): Parameters<FairUse>[1] => {
  if (errors?.includes('PROVIDER_UNAVAILABLE')) return 'vendors'
  return method === 'GET' ? 'reads' : 'writes'
}

const answer = async (
  serving: Serving & { fairly: FairUse },
  served: Served,
  http: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> => {
  const { request, reply } = http
  const { route } = served
  const { context, member, line, ref } = await enter(serving, route, request)
  const input: Input<Route> = parseInput(route, request)
  if (served.stream) {
    const looking = member && lookingFairly(member, serving.fairly, () => recheck(serving, route, request, member))
    await served.stream(input, (looking ?? context) as never, http)
    return reply
  }
  const work = async () => ({ status: route.reply.status, body: await served.handle?.(input, context as never) })
  const once = () => (ref ? runOnce(serving.database, { ref, hash: hashRequest(route.name, input) }, work) : work())
  const { status, body } = await (line === undefined ? once() : serving.fairly(line, lineOf(route), once))
  return reply.status(status).send(body)
}

export const registerRoutes = (app: FastifyInstance, all: readonly Served[], parts: Serving): void => {
  const serving = { ...parts, fairly: createFairUse(parts.limiter.inLine) }
  for (const served of all) {
    const { route } = served
    app.route({
      method: route.method,
      url: urlOf(route),
      exposeHeadRoute: false,
      ...replySerialiser(route),
      config: { routeName: route.name },
      onRequest: (request) => serving.limiter.perAddress(request, route),
      handler: (request, reply) => answer(serving, served, { request, reply }),
    })
  }
}
