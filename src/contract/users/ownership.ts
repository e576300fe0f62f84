import { z } from 'zod'
import { clientRow } from '../clients.ts'
import { id } from '../kit/common.ts'
import { defineRoute, whoMay } from '../kit/route.ts'
import { reason } from '../kit/texts.ts'

export const transferOwnership = defineRoute({
  name: 'transferOwnership',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/ownership',
  summary:
    'Make another active user the owner of the account. Internal staff give a reason, and a second staff user has to approve it.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  body: z.object({ user_id: id, reason: reason.optional() }).strict(),
  reply: { status: 200, body: z.object({ client: clientRow, awaitsSecondPerson: z.boolean() }) },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})
