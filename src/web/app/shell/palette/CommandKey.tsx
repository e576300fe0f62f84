import { useEffect, useRef } from 'react'
import { usePart } from '../use-part.ts'

const loadPalette = async () => (await import('./CommandPalette.tsx')).CommandPalette

const isCommandKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** What was typed before the search field existed. */
export interface Typed {
  text: string
  /** Enter was pressed after the text. */
  isEntered: boolean
}

const nothingTyped: Typed = { text: '', isEntered: false }

const typedWith = (before: Typed, key: string): Typed => {
  if (key === 'Enter') return { ...before, isEntered: true }
  return { ...before, text: key === 'Backspace' ? before.text.slice(0, -1) : before.text + key }
}

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter' || key === 'Backspace')

/** The Enter that opened the palette is repeated while the key is held. */
const isHeldEnter = ({ key, repeat }: KeyboardEvent) => key === 'Enter' && repeat

/** Records keys that are typed before the search field exists; the returned function stops recording and returns them. */
const captureKeys = () => {
  let typed = nothingTyped
  const listen = (event: KeyboardEvent) => {
    if (!isTyping(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isHeldEnter(event)) typed = typedWith(typed, event.key)
  }
  window.addEventListener('keydown', listen, true)
  return () => {
    window.removeEventListener('keydown', listen, true)
    const all = typed
    typed = nothingTyped
    return all
  }
}

interface CommandKeyProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
  onAccount: () => void
}

/** Cmd-K or Ctrl-K anywhere; the palette is loaded on first use. */
export const CommandKey = ({ open, onOpen, onClose, onAccount }: CommandKeyProps) => {
  const [CommandPalette, fetchPalette] = usePart(loadPalette)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isCommandKey(event)) return
      event.preventDefault()
      onOpen()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onOpen])

  useEffect(() => {
    if (!open || CommandPalette) return
    void fetchPalette().then((hasArrived) => hasArrived || onClose())
  }, [open, CommandPalette, fetchPalette, onClose])

  const stopCapture = useRef<() => Typed>(() => nothingTyped)
  useEffect(() => {
    if (!open) return undefined
    stopCapture.current = captureKeys()
    return () => void stopCapture.current()
  }, [open])

  // The palette is removed immediately, before it could return the focus on its own.
  useEffect(() => {
    if (!open) return undefined
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open])

  // Closed in the same update, so that the focus is back before the window records which element had it.
  const openAccount = () => {
    onClose()
    onAccount()
  }
  return open && CommandPalette ? (
    <CommandPalette takeTyped={() => stopCapture.current()} onClose={onClose} onAccount={openAccount} />
  ) : null
}
