import { streamLive } from '#contract/live.ts'
import { serveStream, type Served } from '#server/platform/http/serve.ts'
import { isId } from '#server/platform/ids.ts'
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
    raw.write('retry: 1000\n\n')
    const stop = await hub.subscribe(caller.clientId, lastId, ({ id, topic }) => {
      raw.write(`id: ${id}\nevent: ${topic}\ndata: {}\n\n`)
    })
    const beat = setInterval(() => raw.write(': still here\n\n'), keepAlive)
    raw.on('close', () => {
      clearInterval(beat)
      stop()
    })
  }),
]
