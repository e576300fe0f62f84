import { useEffect, useRef } from 'react'
import { usePart } from '../use-part.ts'
import { captureKeys, nothingTyped, type Typed } from './typed-keys.ts'

const loadPalette = async () => (await import('./CommandPalette.tsx')).CommandPalette

const isCommandKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

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
