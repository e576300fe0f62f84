import type { LiveTopic } from '#contract/live.ts'
import { ApiError } from './api-error.ts'
import { createParser, type ParserCallbacks } from 'eventsource-parser'

// A server that never ends a line would otherwise fill the memory.
const maxBufferSize = 65_536

/** Reads `text/event-stream` to its end, and fails where the connection breaks. */
const readServerSentEvents = async (body: ReadableStream<Uint8Array>, callbacks: ParserCallbacks): Promise<void> => {
  const parser = createParser({ ...callbacks, maxBufferSize })
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    parser.feed(decoder.decode(value, { stream: true }))
  }
}

interface Environment {
  /** Opens the stream after this event; undefined means from now on. */
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  onTopic: (topic: LiveTopic) => void
  onConnected: (connected: boolean) => void
  /** The server refused the stream, and retrying would not help. */
  onRefused: (error: unknown) => void
  /** The id of an event: all events after it are sent again. */
  from?: string | undefined
  /** Between 0 and 1, spreads the reconnects of many browsers. */
  random?: () => number
}

const firstWait = 1_000
const longestWait = 30_000

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const refusals = new Set([401, 403, 404, 423])

const isRefusal = (error: unknown) => error instanceof ApiError && refusals.has(error.status)

/** Keeps one stream open until it is stopped; resumes after the last event it received. */
export const startLive = ({ open, onTopic, onConnected, onRefused, from, random = Math.random }: Environment) => {
  const stopper = new AbortController()
  let attempt = new AbortController()
  let lastEventId = from
  let failures = 0

  const listen = async (signal: AbortSignal) => {
    const response = await open(lastEventId, signal)
    if (!response.body) return
    failures = 0
    onConnected(true)
    let isRepeated = false
    await readServerSentEvents(response.body, {
      // Called before the event of the same block, and for a block that has only an id.
      onId: (id) => {
        isRepeated = id === lastEventId
        lastEventId = id
      },
      onEvent: ({ id, event }) => {
        if (event !== undefined && !(id !== undefined && isRepeated)) onTopic(event as LiveTopic)
      },
    })
  }

  const run = async () => {
    while (!stopper.signal.aborted) {
      attempt = new AbortController()
      const signal = AbortSignal.any([stopper.signal, attempt.signal])
      const failure = await listen(signal).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (stopper.signal.aborted) return
      onConnected(false)
      if (isRefusal(failure)) return onRefused(failure)
      const wait = Math.min(longestWait, firstWait * 2 ** failures)
      failures += 1
      await pause(wait * (0.5 + random() / 2), signal)
    }
  }

  void run()
  /** Reconnects immediately: after the network came back, a connection that looks open may be dead. */
  const reconnect = () => {
    failures = 0
    attempt.abort()
  }
  return { stop: () => stopper.abort(), reconnect, heardUntil: () => lastEventId }
}
