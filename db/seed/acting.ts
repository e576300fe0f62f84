// A demo user at work: calls the same services that their requests would reach, without a request.
import type { Identity } from '#server/identity/public.ts'
import { findUser } from '#server/modules/users/service.ts'
import { actAs } from '#server/platform/audit/act.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller, Context, ScopedWork } from '#server/platform/http/context.ts'

interface Parts {
  database: Database
  identity: Identity
}

/** Undefined if a visitor of the demo has removed them or their rights, or if the email belongs to another user. */
export const findAdmin = async (
  { database, identity }: Parts,
  { clientId, email }: { clientId: string; email: string },
): Promise<Caller | undefined> => {
  const sdk = await import('@aws-sdk/client-cognito-identity-provider')
  const client = await identity.adminClient()
  const { Username: subject } = await client
    .send(new sdk.AdminGetUserCommand({ UserPoolId: identity.userPoolId, Username: email }))
    .catch((error: unknown) => {
      if (error instanceof sdk.UserNotFoundException) return { Username: undefined }
      throw error
    })
  const caller = subject === undefined ? undefined : (await findUser(database, subject))?.caller
  return caller?.clientId === clientId && caller.status === 'ACTIVE' && caller.role === 'admin' ? caller : undefined
}

export const contextOf = (database: Database, caller: Caller): Context => {
  const recording =
    <T>(work: ScopedWork<T>) =>
    async (tx: Tx): Promise<T> => {
      actAs(tx, { kind: 'user', id: caller.userId })
      return work(tx)
    }
  return {
    requestId: 'demo',
    caller,
    token: { originJti: '', expiresAt: 0 },
    masks: () => false,
    signal: new AbortController().signal,
    inClient: (work) => database.inClient(caller.clientId, recording(work)),
    asStaff: async () => {
      throw new AppError('FORBIDDEN')
    },
    asSystem: (reason, work) => database.asSystem(reason, recording(work)),
  }
}
