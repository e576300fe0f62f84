import { useState } from 'react'
import type { Integration } from '#contract/integrations.ts'
import { isWorthWatching, type Running } from './run-state.ts'

const none: ReadonlySet<string> = new Set()

/** Runs that were seen under way stay on the screen with their result until they are closed, so that nothing jumps. */
export const useWatched = (sources: readonly Integration[]) => {
  const [seen, setSeen] = useState(none)
  const fresh = sources.filter(isWorthWatching).filter(({ last_run: run }) => !seen.has(run.id))
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ last_run: run }) => run.id)]))
  const watched = sources.filter((source): source is Running => source.last_run !== null && seen.has(source.last_run.id))
  const close = (runId: string) => setSeen(new Set([...seen].filter((id) => id !== runId)))
  return { watched, close }
}
