import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorEnvelope } from '#contract/kit/errors.ts'
import { startWorld, type World } from '#server/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** Everything that comes back over a plain connection until it is closed. */
const say = (lines: readonly string[], body = ''): Promise<{ head: string; body: string }> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(world.url)
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = text.split('\r\n\r\n')
      resolve({ head, body: rest.join('\r\n\r\n') })
    })
    socket.write([...lines, 'Connection: close', '', body].join('\r\n'))
  })

const host = 'Host: localhost'

describe('What is not a valid request', () => {
  it.each([
    { what: 'an unknown method', lines: ['FOO / HTTP/1.1', host], status: 400, detail: "This isn't valid HTTP." },
    {
      what: 'a length that is none',
      lines: ['POST /idp HTTP/1.1', host, 'Content-Length: -5'],
      status: 400,
      detail: "This isn't valid HTTP.",
    },
    {
      what: 'headers that are too long',
      lines: ['GET / HTTP/1.1', host, `X-Long: ${'x'.repeat(40_000)}`],
      status: 413,
      detail: 'The headers of this request are too long.',
    },
    {
      what: 'no name of whom it is for',
      lines: ['POST /users-api/users/ HTTP/1.1', 'Content-Length: 2'],
      status: 400,
      detail: 'Send one Host header.',
    },
    {
      what: 'an expectation that nobody knows',
      lines: ['POST /idp HTTP/1.1', host, 'Expect: miracles', 'Content-Length: 2'],
      status: 400,
      detail: 'Leave out the Expect header.',
    },
  ])('is refused like everything else: $what', async ({ lines, status, detail }) => {
    const { head, body } = await say(lines, '{}')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(errorEnvelope.parse(JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)))).toMatchObject({ detail })
  })

  it('is refused with the headers of every answer if a path cannot be read', async () => {
    const response = await fetch(`${world.url}/users-api/users/%ff`)
    expect(response.status).toBe(400)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(errorEnvelope.parse(await response.json()).request_id).toBe(response.headers.get('x-request-id'))
  })

  it('is answered with nothing for OPTIONS without a browser', async () => {
    const response = await fetch(`${world.url}/users-api/users/`, { method: 'OPTIONS' })
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 204, text: '' })
  })
})
