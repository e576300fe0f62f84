import { streamLive } from '#contract/live.ts'
import { serveStream, type Served } from '#server/platform/http/serve.ts'
import { isId, newId } from '#server/platform/ids.ts'
import type { LiveHub } from '#server/platform/live/hub.ts'

const keepAlive = 20_000

export const liveRoutes = (hub: LiveHub): Served[] => [
  serveStream(streamLive, async (_input, { caller }, { request, reply }) => {
    const last = request.headers['last-event-id']
    const lastId = typeof last === 'string' && isId(last) ? last : undefined
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    } as never)
    // A place to resume from even for a screen that has heard nothing yet.
    raw.write(`retry: 1000\nid: ${lastId ?? newId()}\n\n`)
    if (raw.destroyed) return
    const stop = hub.subscribe(caller.clientId, lastId, {
      subject: caller.subject,
      tell: ({ id, topic }) => raw.write(`id: ${id}\nevent: ${topic}\ndata: {}\n\n`),
      end: () => raw.end(),
    })
    const beat = setInterval(() => raw.write(': still here\n\n'), keepAlive)
    raw.on('close', () => {
      clearInterval(beat)
      stop()
    })
  }),
]
