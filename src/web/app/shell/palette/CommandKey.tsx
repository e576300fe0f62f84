import { useEffect, useRef } from 'react'
import { usePart } from '../use-part.ts'

const loadPalette = async () => (await import('./CommandPalette.tsx')).CommandPalette

const isCommandKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** Keeps what is typed before there is a field to type it in; the answer ends that and tells what it was. */
const captureKeys = () => {
  let typed = ''
  const listen = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    typed += event.key
  }
  window.addEventListener('keydown', listen, true)
  return () => {
    window.removeEventListener('keydown', listen, true)
    const all = typed
    typed = ''
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

  const held = useRef<() => string>(() => '')
  useEffect(() => {
    if (!open) return undefined
    held.current = captureKeys()
    return () => void held.current()
  }, [open])

  // The palette is taken away at once, too early for its own way of giving the focus back.
  useEffect(() => {
    if (!open) return undefined
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [open])

  // Closed in the same breath, so that the focus is back before the window looks where it was.
  const openAccount = () => {
    onClose()
    onAccount()
  }
  return open && CommandPalette ? (
    <CommandPalette takeTyped={() => held.current()} onClose={onClose} onAccount={openAccount} />
  ) : null
}
