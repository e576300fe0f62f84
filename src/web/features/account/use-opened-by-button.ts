import { useEffect, useRef, useState } from 'react'

/** A part of a block that a button opens; when it closes, the button has the focus again. */
export const useOpenedByButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { isOpen, button, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
