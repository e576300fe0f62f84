import type { ClientRow } from '#contract/clients.ts'
import type { createClient } from '#contract/signup/sign-up.ts'
import type { Input } from '#contract/kit/route.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { checkNotOurName } from '../clients/model.ts'
import { openClient, readClientRow } from '../clients/service.ts'
import { invite } from '../users/invitations/service.ts'
import { isKnownEmail } from '../users/service.ts'

type NewClientInput = Input<typeof createClient>['body']

/** Given as the owner, or as the one user of the check before sign-up. */
const ownerOf = ({ owner, users }: NewClientInput) => {
  const named = owner ?? users?.[0]
  if (!named) throw new AppError('VALIDATION_FAILED', { field: 'owner' })
  const { name, lastname, email } = named
  return { name, lastname, email }
}

/** Staff open an account for a user, who is invited as its owner. */
export const openClientFor = (context: Context, dispatcher: Dispatcher, input: NewClientInput): Promise<ClientRow> => {
  if (!context.caller.isStaff) throw new AppError('FORBIDDEN')
  return context.asSystem('signup: open an account for somebody', async (tx) => {
    const { name, timeZone, currency } = input
    const owner = ownerOf(input)
    checkNotOurName(name)
    checkNotOurName(`${owner.name} ${owner.lastname}`, { field: 'owner.name' })
    if (await isKnownEmail(tx, owner.email)) throw taken()
    const userId = newId()
    const type = input.isAgency ? 'AGENCY' : 'COMPANY'
    const opening = {
      name,
      type,
      timeZone,
      currency,
      ownerUserId: userId,
      status: 'pending',
      isExactName: true,
      origin: 'staff',
    } as const
    const { clientId } = await openClient(tx, opening)
    const { caller } = context
    if (!(await invite({ tx, dispatcher, caller }, { ...owner, clientId, userId, role: 'admin' }))) throw taken()
    return readClientRow(tx, clientId, context)
  })
}

const taken = (): AppError =>
  new AppError('USER_EXISTS', { detail: 'A user with this email already exists.', field: 'owner.email' })
