import type { LiveTopic } from '#contract/live.ts'
import { ApiError } from './api-error.ts'
import { readServerSentEvents } from './server-sent-events.ts'

interface Environment {
  /** Opens the stream after the given place; undefined means from now on. */
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<Response>
  onTopic: (topic: LiveTopic) => void
  onConnected: (connected: boolean) => void
  /** Between 0 and 1, spreads the reconnects of many browsers. */
  random?: () => number
}

const firstWait = 1_000
const longestWait = 30_000

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const isRefusal = (error: unknown) => error instanceof ApiError && (error.status === 403 || error.status === 404)

/** Keeps one stream open until the returned function is called; resumes where it was cut. */
export const startLive = ({ open, onTopic, onConnected, random = Math.random }: Environment) => {
  const stopper = new AbortController()
  let lastEventId: string | undefined
  let failures = 0

  const listen = async () => {
    const response = await open(lastEventId, stopper.signal)
    if (!response.body) return
    failures = 0
    onConnected(true)
    for await (const message of readServerSentEvents(response.body)) {
      if (message.id !== undefined && message.id === lastEventId) continue
      lastEventId = message.id ?? lastEventId
      if (message.event) onTopic(message.event as LiveTopic)
    }
  }

  const run = async () => {
    while (!stopper.signal.aborted) {
      const refused = await listen().then(() => false, isRefusal)
      if (stopper.signal.aborted) return
      onConnected(false)
      if (refused) return
      const wait = Math.min(longestWait, firstWait * 2 ** failures)
      failures += 1
      await pause(wait * (0.5 + random() / 2), stopper.signal)
    }
  }

  void run()
  return () => stopper.abort()
}
