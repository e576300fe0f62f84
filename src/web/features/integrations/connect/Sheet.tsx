import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useNoEscape } from '#web/ui/use-no-escape.ts'
import styles from './Sheet.module.css'

interface SheetProps {
  title: string
  mark: ReactNode
  busy: boolean
  onClose: () => void
  children: ReactNode
}

/** Comes in from the side, on a phone from below. The browser's own dialog: it keeps the focus and gives it back. */
export const Sheet = ({ title, mark, busy, onClose, children }: SheetProps) => {
  const { t } = useTranslation('syncs')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useNoEscape(busy)
  useLayoutEffect(() => {
    const own = dialog.current
    own?.showModal()
    ;(own?.querySelector<HTMLElement>('input') ?? own?.querySelector<HTMLElement>('h2'))?.focus()
    // Closed before it goes away: a dialog that is only removed does not give the focus back.
    return () => own?.close()
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={() => dialog.current?.open || onClose()}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          {mark}
          <h2 id={id} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <ActionIcon size={40} className={styles.close} aria-label={t('drawer.close')} disabled={busy} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
        </header>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
