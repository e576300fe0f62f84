import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Area, Right } from '../users/permissions.ts'

/** The three addresses of the specification; each may have its own host. */
export const apiNames = ['users', 'agencies', 'contacts'] as const
export type ApiName = (typeof apiNames)[number]

/**
 * Who may call. `public`: anyone. `identity`: a valid token is enough, the user may not have an account yet. `member`:
 * a user whose access profile has the right to the area; if `own` names a parameter, also a user with that id.
 */
export type Access = { kind: 'public' } | { kind: 'identity' } | { kind: 'member'; area: Area; right: Right; own?: 'id' }

export const anyone = { kind: 'public' } as const satisfies Access
export const tokenHolders = { kind: 'identity' } as const satisfies Access

interface MemberAccess {
  kind: 'member'
  area: Area
  right: Right
  own?: 'id'
}

export const whoMay = (area: Area, right: Right): MemberAccess => ({ kind: 'member', area, right })

/** The same, and all users for their own account, whose id is the parameter `id`. */
export const whoMayOrOwn = (area: Area, right: Right): MemberAccess => ({ kind: 'member', area, right, own: 'id' })

export interface Route {
  /** Unique name, the OpenAPI operationId. */
  name: string
  api: ApiName
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API's base, parameters as `{id}`. */
  path: string
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply:
    | { status: 200 | 201 | 202; body: z.ZodType }
    | { status: 200; stream: 'text/event-stream' | 'text/html' | 'text/csv'; orStream?: 'application/x-ndjson' }
  /** The errors of this call, beyond those of its access level. */
  errors?: readonly ErrorCode[]
  /** Calls per minute and address, if it is stricter than the rest. */
  perMinute?: number
  /** Also for an invited user who has not accepted yet. */
  isForInvited?: true
  /** The answer contains unmasked data and is stored nowhere: an Idempotency-Key has no effect here. */
  isConfidential?: true
}

export const defineRoute = <const R extends Route>(route: R): R => route

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives: every part parsed. */
export interface Input<R extends Route> {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
}

type Part<K extends string, S> = undefined extends S ? { [P in K]?: S } : { [P in K]: S }

/** What a caller sends: only the parts that the route declares. */
export type Request<R extends Route> = Part<'params', Sent<R['params']>> &
  Part<'query', Sent<R['query']>> &
  Part<'body', Sent<R['body']>>

export type Reply<R extends Route> = R['reply'] extends { body: infer B } ? Parsed<B> : undefined
