import type { ClientRow } from '#contract/clients.ts'
import type { Desk } from '#server/platform/desk.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { newId } from '#server/platform/ids.ts'
import { openClient, readClientRow } from '../clients/service.ts'
import { invite, isKnownEmail } from '../users/service.ts'

interface Wanted {
  name: string
  isAgency: boolean
  owner: { name: string; lastname: string; email: string }
  timeZone: string
  currency: string
}

/** Our own people open an account for somebody, who is invited as its owner. */
export const openClientFor = (context: Context, desk: Desk, wanted: Wanted): Promise<ClientRow> => {
  if (!context.caller.isStaff) throw new AppError('FORBIDDEN')
  return context.asSystem('arrival: open an account for somebody', async (tx, note) => {
    const { name, owner, timeZone, currency } = wanted
    if (await isKnownEmail(tx, owner.email)) throw taken()
    const userId = newId()
    const type = wanted.isAgency ? 'AGENCY' : 'COMPANY'
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
    note({
      action: 'client.created',
      clientId,
      object: { type: 'client', id: clientId },
      after: { clientName: name, type, timeZone, currency, status: 'pending', email: owner.email },
    })
    const { caller } = context
    if (!(await invite({ tx, note, desk, caller }, { ...owner, clientId, userId, role: 'admin' }))) throw taken()
    return readClientRow(tx, clientId, true)
  })
}

const taken = (): AppError =>
  new AppError('USER_EXISTS', { detail: 'A user with this email already exists.', field: 'owner.email' })
