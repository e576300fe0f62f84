// Binds contract routes to handlers. Everything around a handler happens here: access, validation, replies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Input, Reply, Route } from '#contract/kit/route.ts'
import type { Context, IdentityContext, PublicContext } from './context.ts'

type ContextOf<R extends Route> = R['access'] extends { kind: 'public' }
  ? PublicContext
  : R['access'] extends { kind: 'identity' }
    ? IdentityContext
    : Context

type Handler<R extends Route> = (input: Input<R>, context: ContextOf<R>) => Promise<Reply<R>>
type StreamHandler<R extends Route> = (
  input: Input<R>,
  context: ContextOf<R>,
  http: { request: FastifyRequest; reply: FastifyReply },
) => Promise<void>

/** A route with its handler, ready to be registered. */
export interface Served {
  route: Route
  handle?: (input: Input<Route>, context: never) => Promise<unknown>
  stream?: (input: Input<Route>, context: never, http: { request: FastifyRequest; reply: FastifyReply }) => Promise<void>
}

export const serve = <const R extends Route>(route: R, handler: Handler<R>): Served => ({
  route,
  handle: handler,
})

export const serveStream = <const R extends Route>(route: R, handler: StreamHandler<R>): Served => ({
  route,
  stream: handler,
})
