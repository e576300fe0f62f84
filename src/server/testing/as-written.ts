// Calls as the specification writes them: the exact path, the fields that it names, and nothing else.
import type { ErrorEnvelope } from '#contract/kit/errors.ts'
import type { ApiName } from '#contract/kit/route.ts'
import { apiPrefix } from '#server/platform/http/register.ts'
import type { TestUser, World } from './world.ts'

type Line = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

interface Answer {
  status: number
  /** The reply as it came; the test checks it. */
  body: Record<string, unknown> & { items: Record<string, unknown>[] }
  error: ErrorEnvelope
}

/**
 * `GET /users/?client_id=…` at one of the three APIs, with the headers of every call. Without a body there is no
 * content type either.
 */
export const asWritten =
  ({ url }: Pick<World, 'url'>, user?: TestUser) =>
  async (api: ApiName, line: Line, body?: unknown): Promise<Answer> => {
    const [method = '', path = ''] = line.split(/ (.*)/s)
    const response = await fetch(`${url}${apiPrefix[api]}${path}`, {
      method,
      redirect: 'error',
      headers: {
        ...(user ? { authorization: `Bearer ${user.token}`, 'x-tenant': `${user.user.clientId}.${new URL(url).host}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as never
    return { status: response.status, body: answer, error: answer }
  }
