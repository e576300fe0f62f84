import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './Sheet.module.css'
import { useNoEscape } from './use-no-escape.ts'

interface SheetProps {
  title: string
  /** Shown under the title. */
  note?: string
  /** Shown before the title. */
  mark?: ReactNode
  closeLabel: string
  isWide?: boolean
  /** Closes on a click outside it, because there is no input that could be lost. */
  closesBeside?: boolean
  busy?: boolean
  onClose: () => void
  children: ReactNode
}

/** Slides in from the side, on a phone from below. The browser's own dialog: it keeps the focus and returns it. */
export const Sheet = ({ title, note, mark, closeLabel, isWide, closesBeside, busy = false, onClose, children }: SheetProps) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // A link inside leads to another page: closing must not change the address of that page.
  const isRemoved = useRef(false)
  useNoEscape(busy)
  useLayoutEffect(() => {
    isRemoved.current = false
    const own = dialog.current
    own?.showModal()
    ;(own?.querySelector<HTMLElement>('input') ?? own?.querySelector<HTMLElement>('h2'))?.focus()
    // Closed before it is removed: a dialog that is only removed does not return the focus.
    return () => {
      isRemoved.current = true
      own?.close()
    }
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-wide={isWide || undefined}
      aria-labelledby={id}
      {...(closesBeside ? { closedby: 'any' } : {})}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={() => isRemoved.current || dialog.current?.open || onClose()}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          {mark}
          <div className="grow">
            <h2 id={id} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {note && <p className="caption dim truncate">{note}</p>}
          </div>
          <ActionIcon size={40} className={styles.close} aria-label={closeLabel} disabled={busy} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
