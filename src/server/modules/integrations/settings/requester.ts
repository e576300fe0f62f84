// The user for whom a sync is requested: email, name and lastname of the sync request.
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { RequestedFor } from '../../events/model.ts'
import { findActiveUser } from '../../users/service.ts'

interface Named {
  email?: string | undefined
  name?: string | undefined
  lastname?: string | undefined
}

/** A name in the request matters only if it differs from the one that we know. */
const differs = (requested: string | undefined, known: string): boolean =>
  requested !== undefined && requested !== '' && known !== '' && requested !== known

/** The user with the given email, unless that is the caller under the known name. */
export const requestedForOf = async (context: Context, { email, name, lastname }: Named): Promise<RequestedFor | undefined> => {
  const { clientId, userId, email: ownEmail } = context.caller
  const user = await context.inClient((tx) => findActiveUser(tx, clientId, email ?? ownEmail))
  if (!user && email !== undefined)
    throw new AppError('VALIDATION_FAILED', {
      detail: 'No active user in this account has this email address.',
      field: 'email',
    })
  if (!user) return undefined
  const isOther = user.id !== userId || differs(name, user.name) || differs(lastname, user.lastname)
  if (!isOther) return undefined
  const requested = `${name || user.name} ${lastname || user.lastname}`.trim()
  return { userId: user.id, name: requested || user.email }
}
