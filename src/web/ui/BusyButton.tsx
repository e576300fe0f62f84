import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useRef, type ComponentPropsWithoutRef } from 'react'

type BusyButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { busy: boolean }

/** The library disables a busy button, which removes its focus; this returns the focus. */
export const BusyButton = ({ busy, ...button }: BusyButtonProps) => {
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const button = own.current
    if (!busy) return undefined
    return () => {
      if (document.activeElement === document.body) button?.focus()
    }
  }, [busy])
  return <Button {...button} ref={own} loading={busy} />
}
