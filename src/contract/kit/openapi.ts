import { z } from 'zod'
import { anyone, defineRoute } from './route.ts'

export const getOpenApi = defineRoute({
  name: 'getOpenApi',
  api: 'agencies',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this API description as OpenAPI 3.1.',
  access: anyone,
  reply: { status: 200, body: z.looseObject({ openapi: z.string() }) },
})
