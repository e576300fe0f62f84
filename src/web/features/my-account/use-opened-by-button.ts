import { createContext, use, useEffect, useRef, useState } from 'react'

/** Functions that close the open parts of the window, in the order in which they were opened. */
export const OpenParts = createContext<Set<() => void>>(new Set())

/** A part of a block that a button opens; when it closes, the button gets the focus again. */
export const useOpenedByButton = () => {
  const parts = use(OpenParts)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => setIsOpen(false)
    parts.add(close)
    return () => {
      parts.delete(close)
    }
  }, [isOpen, parts])
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, button, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
