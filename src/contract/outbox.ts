import { z } from 'zod'
import { id, instant, listOf, skipQuery } from './kit/common.ts'
import { anyone, defineRoute } from './kit/route.ts'

const letter = z
  .object({
    id,
    to: z.string(),
    from: z.string(),
    subject: z.string(),
    text: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'Letter' })

export const listEmails = defineRoute({
  name: 'listLetters',
  api: 'agencies',
  method: 'GET',
  path: '/outbox/letters',
  summary: 'List the emails of an installation without a mail server, newest first. Not available if SMTP is configured.',
  access: anyone,
  query: skipQuery.extend({ to: z.string().max(254).optional() }).strict(),
  reply: { status: 200, body: listOf(letter) },
  errors: ['NOT_FOUND'],
})

export const showEmail = defineRoute({
  name: 'showLetter',
  api: 'agencies',
  method: 'GET',
  path: '/outbox/letters/{id}/html',
  summary: 'Get one email as its recipient sees it.',
  access: anyone,
  params: z.object({ id }),
  reply: { status: 200, stream: 'text/html' },
  errors: ['NOT_FOUND'],
})

export type Email = z.infer<typeof letter>
