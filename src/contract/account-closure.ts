import { z } from 'zod'
import { client } from './clients.ts'
import { id, instant } from './kit/common.ts'
import { defineRoute, whoMay } from './kit/route.ts'
import { reason } from './kit/texts.ts'

export const changeClientStatus = defineRoute({
  name: 'changeClientStatus',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/status_change',
  summary:
    'Suspend, restore or close an account. We email the owner, with the reason if there is one. A second staff user has to approve a closure.',
  access: whoMay('internal', 'w'),
  params: z.object({ id }),
  query: z.object({ status: z.enum(['active', 'suspended', 'closing']) }).strict(),
  body: z.object({ reason: reason.optional() }).strict(),
  reply: {
    status: 200,
    body: z.object({ client, awaitsSecondPerson: z.boolean() }),
  },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

const closing = z.object({ client, closesAt: instant, removes: z.record(z.string(), z.int()) })

export const previewClosure = defineRoute({
  name: 'previewClosing',
  api: 'users',
  method: 'GET',
  path: '/clients/{id}/closing',
  summary: 'Count what closing your account would erase.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  reply: { status: 200, body: closing },
  errors: ['NOT_FOUND'],
})

export const closeClient = defineRoute({
  name: 'closeClient',
  api: 'users',
  method: 'POST',
  path: '/clients/{id}/closing',
  summary: 'Close your account. Everything is erased after 30 days, and you can cancel until then. Requires the account name.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  body: z.object({ name: z.string().max(200) }).strict(),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const reopenClient = defineRoute({
  name: 'reopenClient',
  api: 'users',
  method: 'DELETE',
  path: '/clients/{id}/closing',
  summary: 'Cancel the closure of your account.',
  access: whoMay('ownership', 'x'),
  params: z.object({ id }),
  reply: { status: 200, body: client },
  errors: ['NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})
