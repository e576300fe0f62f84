import { useState, type KeyboardEvent } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface Cursor {
  index: number
  /** Moved by keys: then screen readers announce it. */
  isByKeys: boolean
}

const nextIndex = (key: string, now: number | undefined, count: number): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (!step) return undefined
  if (now === undefined) return step > 0 ? 0 : count - 1
  return Math.min(count - 1, Math.max(0, now + step))
}

/** The point under the cursor, which the mouse, a finger or keys move. */
export const useCursor = (count: number) => {
  const [cursor, setCursor] = useState<Cursor>()
  // Fewer points may be shown than before.
  const shown = cursor && cursor.index < count ? cursor : undefined
  const leave = () => setCursor(undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) {
      event.stopPropagation()
      leave()
      return
    }
    const index = nextIndex(event.key, shown?.index, count)
    if (index === undefined) return
    event.preventDefault()
    setCursor({ index, isByKeys: true })
  }
  return { cursor: shown, point: (index: number) => setCursor({ index, isByKeys: false }), leave, onKeyDown }
}
