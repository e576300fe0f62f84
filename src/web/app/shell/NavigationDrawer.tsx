import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './NavigationDrawer.module.css'
import { Sidebar } from './Sidebar.tsx'

interface NavigationDrawerProps {
  open: boolean
  onClose: () => void
  onSearch: () => void
}

/** The sidebar on a phone. The browser's own dialog traps focus and closes on Escape or on a tap outside it. */
export const NavigationDrawer = ({ open, onClose, onSearch }: NavigationDrawerProps) => {
  const { t } = useTranslation('app')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const search = () => {
    onClose()
    onSearch()
  }
  return (
    <dialog ref={dialog} className={styles.drawer} aria-label={t('shell.drawer')} onClose={onClose} closedby="any">
      {open && (
        <div className={styles.inside}>
          <ActionIcon size={40} className={styles.close} aria-label={t('shell.closeMenu')} onClick={onClose}>
            <IconX size={18} />
          </ActionIcon>
          <Sidebar onSearch={search} onNavigate={onClose} />
        </div>
      )}
    </dialog>
  )
}
