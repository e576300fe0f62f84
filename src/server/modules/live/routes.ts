import type { ServerResponse } from 'node:http'
import { streamLive } from '#contract/live.ts'
import { defaultHeaders } from '#server/platform/http/headers.ts'
import { serveStream, type Served } from '#server/platform/http/serve.ts'
import { isId, newId } from '#server/platform/ids.ts'
import type { LiveHub } from '#server/platform/live/hub.ts'
import type { Screen } from '#server/platform/live/screens.ts'

const keepAlive = 20_000
const unreadMax = 1_048_576
const farewell = 2_000

// A hijacked reply skips the hooks that add these.
const headersOf = (requestId: string) => ({
  ...defaultHeaders,
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no',
  'x-request-id': requestId,
})

/** Writes while the client reads. A client that does not keep up is cut off and resumes where it stopped. */
const writerTo = (raw: ServerResponse) => (text: string) => {
  if (raw.writableEnded || raw.destroyed) return
  raw.write(text)
  if (raw.writableLength > unreadMax) raw.destroy()
}

const openLine = (raw: ServerResponse): Pick<Screen, 'tell' | 'end'> => {
  const write = writerTo(raw)
  const beat = setInterval(() => write(': still here\n\n'), keepAlive)
  let cut: NodeJS.Timeout | undefined
  raw.on('close', () => {
    clearInterval(beat)
    clearTimeout(cut)
  })
  return {
    tell: ({ id, topic }) => write(`id: ${id}\nevent: ${topic}\ndata: {}\n\n`),
    end: () => {
      clearInterval(beat)
      raw.end()
      // A client that reads nothing does not read the end either.
      cut ??= setTimeout(() => raw.destroy(), farewell)
    },
  }
}

export const liveRoutes = (hub: LiveHub): Served[] => [
  serveStream(streamLive, async (_input, { requestId, caller, token }, { request, reply }) => {
    const last = request.headers['last-event-id']
    const lastId = typeof last === 'string' && isId(last) ? last : undefined
    reply.hijack()
    const { raw } = reply
    if (raw.destroyed) return
    // A broken connection is closed as well; without this handler it would end the process.
    raw.on('error', (error) => request.log.debug({ err: error, requestId }, 'a live line broke'))
    raw.writeHead(200, { ...reply.getHeaders(), ...headersOf(requestId) } as never)
    // An id to resume from even for a screen that has received nothing yet.
    raw.write(`retry: 1000\nid: ${lastId ?? newId()}\n\n`)
    const { originJti, expiresAt } = token
    const viewer = { subject: caller.subject, originJti, expiresAt }
    raw.on('close', hub.subscribe(caller.clientId, lastId, { ...viewer, ...openLine(raw) }))
  }),
]
