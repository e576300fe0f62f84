// Sends the vendors' webhooks, as unreliably as they do.
import { request } from 'undici'
import type { WebhookDelivery } from './vendor.ts'

interface WebhookFaults {
  /** Each delivery is repeated this many times. */
  duplicates: number
  /** Deliveries are collected and sent in reverse. */
  isReversed: boolean
  /** Nothing arrives. */
  areLost: boolean
}

const attemptsMax = 3
const gather = 200

export const createSender = () => {
  const faults: WebhookFaults = { duplicates: 0, isReversed: false, areLost: false }
  const sent: { url: string; status: number }[] = []
  let waiting: WebhookDelivery[] = []
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()
  const state = { isClosed: false }

  const post = async ({ url, body, headers }: WebhookDelivery): Promise<void> => {
    for (let tried = 1; tried <= attemptsMax && !state.isClosed; tried += 1) {
      const status = await request(url, { method: 'POST', headers, body }).then(
        async (answer) => {
          await answer.body.dump()
          return answer.statusCode
        },
        () => 0,
      )
      sent.push({ url, status })
      if (status >= 200 && status < 300) return
      await new Promise((done) => setTimeout(done, 200 * tried))
    }
  }

  const flush = (): void => {
    const batch = faults.isReversed ? waiting.toReversed() : waiting
    waiting = []
    timer = undefined
    const before = underWay
    underWay = (async () => {
      await before
      for (const delivery of batch) for (let copy = 0; copy <= faults.duplicates; copy += 1) await post(delivery)
    })()
  }

  return {
    faults,
    /** What was sent, newest last. */
    sent,
    deliver(delivery: WebhookDelivery): void {
      if (faults.areLost || state.isClosed) return
      waiting.push(delivery)
      timer ??= setTimeout(flush, gather)
    },
    async close(): Promise<void> {
      state.isClosed = true
      clearTimeout(timer)
      await underWay
    },
  }
}
