// AWS JSON 1.1: an operation named in a header, JSON in and out, refusals by name.
import { z } from 'zod'
import { awaySeconds, isDatabaseAway } from '#server/platform/db/transient-fault.ts'
import { emptyText } from './required-messages.ts'
import { adminOperations, identityPoolOperations, publicOperations } from '../operations.ts'
import { providerName, type Answer, type Call, type Operation, type Pool } from '../pool.ts'
import {
  internalFault,
  unavailable,
  invalidParameter,
  missingSignature,
  notAuthorized,
  PoolError,
  resourceNotFound,
  unknownOperation,
  unreadable,
} from './refusals.ts'
import { TokenProblem } from '../tokens/read.ts'

interface WireRequest {
  /** The header x-amz-target. */
  target: string
  body: string
  requestId: string
  /** Whether the caller is the product itself. */
  isAdmin: boolean
  /** Where it came from, unless the product itself calls. */
  address?: string
}

export interface WireReply {
  status: number
  headers: Record<string, string>
  body: string
}

export type Dispatch = (request: WireRequest) => Promise<WireReply>

export const contentType = 'application/x-amz-json-1.1'
const targetForm = /^(AWSCognitoIdentityProviderService|AWSCognitoIdentityService)\.([A-Za-z]{1,64})$/

const own = (table: Readonly<Record<string, Operation>>, name: string): Operation | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const findOperation = ({ target, isAdmin }: WireRequest): { name: string; operation: Operation } => {
  const [, service, name = ''] = targetForm.exec(target) ?? []
  const isIdentityPool = service === 'AWSCognitoIdentityService'
  const operation = isIdentityPool
    ? own(identityPoolOperations, name)
    : (own(publicOperations, name) ?? own(adminOperations, name))
  if (!operation) throw unknownOperation()
  if (!isAdmin && !isIdentityPool && Object.hasOwn(adminOperations, name)) throw missingSignature()
  return { name, operation }
}

/** In this protocol a member that is null counts as absent; some clients send nulls. */
const withoutNull = (_name: string, value: unknown): unknown => value ?? undefined

const parseBody = (body: string): unknown => {
  try {
    return JSON.parse(body, withoutNull)
  } catch {
    throw unreadable('The body is not JSON')
  }
}

const readInput = ({ schema }: Operation, body: string): unknown => {
  const result = schema.safeParse(parseBody(body))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.map(String) ?? []
  const empty = issue?.code === 'too_small' ? emptyText(path.at(-1) ?? '') : undefined
  const member = path.join('.').slice(0, 100)
  throw invalidParameter(empty ?? `1 validation error detected: Value at '${member}' failed to satisfy constraint`)
}

const bearing = z.object({ AccessToken: z.optional(z.string()) })

/** Outside the transaction: for an unknown key the reader queries the database itself, on another connection. */
const readBearer = async ({ tokens }: Pool, input: unknown): Promise<Call['bearer']> => {
  const { AccessToken } = bearing.parse(input)
  if (AccessToken === undefined) return undefined
  return tokens.read(AccessToken).catch((error: unknown) => {
    if (!(error instanceof TokenProblem)) throw error
    throw notAuthorized(error.kind === 'expired' ? 'Access Token has expired' : 'Invalid Access Token')
  })
}

const loggedIn = z.object({ Logins: z.optional(z.record(z.string(), z.string())) })

/** The same for the token that other services are shown. */
const readLogin = async ({ tokens, settings }: Pool, input: unknown): Promise<Call['login']> => {
  const idToken = loggedIn.parse(input).Logins?.[providerName(settings)]
  if (idToken === undefined) return undefined
  return tokens.readId(idToken).catch((error: unknown) => {
    if (!(error instanceof TokenProblem)) throw error
    throw notAuthorized(error.kind === 'expired' ? 'Invalid login token. Token expired.' : 'Invalid login token.')
  })
}

const addressee = z.object({ ClientId: z.optional(z.string()), UserPoolId: z.optional(z.string()) })

const assertAddressee = ({ settings }: Pool, input: unknown): void => {
  const { ClientId, UserPoolId } = addressee.parse(input)
  if (ClientId !== undefined && ClientId !== settings.clientId)
    throw resourceNotFound(`User pool client ${ClientId} does not exist.`)
  if (UserPoolId !== undefined && UserPoolId !== settings.id) throw resourceNotFound(`User pool ${UserPoolId} does not exist.`)
}

/** A refusal is an answer too: what was counted before it is committed. So operations check first and write last. */
const settle = async (work: Promise<Answer>): Promise<Answer | PoolError> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof PoolError) return error
    throw error
  }
}

const perform = async (pool: Pool, request: WireRequest): Promise<Answer> => {
  const { name, operation } = findOperation(request)
  const input = readInput(operation, request.body)
  assertAddressee(pool, input)
  const ring = await pool.keys.ring()
  const [bearer, login] = [await readBearer(pool, input), await readLogin(pool, input)]
  const work = (tx: Call['tx']) => {
    const call: Call = { ...pool, tx, ring, bearer, login, address: request.address, now: pool.clock.now() }
    return settle(operation.handle(call, input))
  }
  const outcome = await pool.database.asSystem(`identity: ${name}`, work, { prepared: true })
  if (outcome instanceof PoolError) throw outcome
  return outcome
}

const baseHeaders = (requestId: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': 'no-store',
  'x-amzn-requestid': requestId,
})

export const replyOfRefusal = ({ name, message, status }: PoolError, requestId: string): WireReply => ({
  status,
  headers: {
    ...baseHeaders(requestId),
    'x-amzn-errortype': `${name}:`,
    'x-amzn-errormessage': message.replaceAll(/[^\x20-\x7e]/g, '?'),
  },
  body: JSON.stringify({ __type: name, message }),
})

const replyWhileAway = (requestId: string): WireReply => {
  const { headers, ...reply } = replyOfRefusal(unavailable(), requestId)
  return { ...reply, headers: { ...headers, 'retry-after': String(awaySeconds) } }
}

export const createDispatch =
  (pool: Pool): Dispatch =>
  async (request) => {
    const { requestId, target } = request
    try {
      return { status: 200, headers: baseHeaders(requestId), body: JSON.stringify(await perform(pool, request)) }
    } catch (error) {
      if (error instanceof PoolError) return replyOfRefusal(error, requestId)
      if (isDatabaseAway(error)) return replyWhileAway(requestId)
      pool.log.error({ err: error, requestId, target }, 'an operation of the user pool failed')
      return replyOfRefusal(internalFault(), requestId)
    }
  }
