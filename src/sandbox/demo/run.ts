import type { Installed } from '../kit/admin.ts'
import type { Store } from '../kit/store.ts'
import { fillDemo } from './fill.ts'
import { startTicker } from './ticker.ts'

/** Fills empty accounts in the background, then keeps them changing. A failure does not stop the product. */
export const runDemo = (parts: { store: Store; installed: readonly Installed[] }): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  let ticker: ReturnType<typeof startTicker> | undefined
  const run = async (): Promise<void> => {
    await fillDemo({ ...parts, now: Date.now(), signal })
    if (!signal.aborted) ticker = startTicker(parts)
  }
  const running = run().catch((error: unknown) => process.emitWarning(error as Error))
  const stop = async (): Promise<void> => {
    stopping.abort()
    await running
    ticker?.stop()
  }
  return { stop }
}
