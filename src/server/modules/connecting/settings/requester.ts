// For whom a sync is requested: email, name and lastname of the sync request.
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { Requester } from '../../syncs/service.ts'
import { findActiveUser } from '../../users/service.ts'

interface Named {
  email?: string | undefined
  name?: string | undefined
  lastname?: string | undefined
}

/** A name that the request gives is news only where we know another one. */
const differs = (given: string | undefined, known: string): boolean =>
  given !== undefined && given !== '' && known !== '' && given !== known

/** The user who counts as having asked for the sync: the one whose address is given, or the caller. */
export const requesterOf = async (context: Context, { email, name, lastname }: Named): Promise<Requester> => {
  const { clientId, email: ownEmail } = context.caller
  const user = await context.inClient((tx) => findActiveUser(tx, clientId, email ?? ownEmail))
  if (!user && email !== undefined)
    throw new AppError('VALIDATION_FAILED', {
      detail: 'No active user in this account has this email address.',
      field: 'email',
    })
  if (!user) return { actor: ownEmail }
  const isOther = differs(name, user.name) || differs(lastname, user.lastname)
  const given = `${name || user.name} ${lastname || user.lastname}`.trim()
  return { actor: user.email, requestedFor: isOther ? given : undefined }
}
