import './account-styles.ts'
import { Modal } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { accountMessages } from '#web/messages/en-account.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import styles from './AccountModal.module.css'
import { SecuritySection } from './SecuritySection.tsx'

addTranslations('account', accountMessages)

interface AccountModalProps {
  opened: boolean
  onClose: () => void
}

const WhoAmI = () => {
  const { t } = useTranslation(['account', 'app'])
  const { user } = useSession()
  const role = t(`app:roles.${user.role}`)
  return (
    <div className={styles.who}>
      <Avatar name={`${user.name} ${user.lastname}`} size={40} />
      <div className="grow">
        <p className="medium">{user.email}</p>
        <p className="small dim">
          {t('place', { role: user.isOwner ? t('app:owner', { role }) : role, account: user.client.name })}
        </p>
      </div>
    </div>
  )
}

/** Everything about the person who is signed in, as opposed to their account. Sections follow each other in one column. */
export const AccountModal = ({ opened, onClose }: AccountModalProps) => {
  const { t } = useTranslation('account')
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  // It arrives with the first wish to see it; only a change from closed to open lets it remember where the focus was.
  const isMounted = useMounted()
  // Escape in a question above this window answers the question, and the library hears it too.
  const close = () => document.querySelector('dialog[open]') ?? onClose()
  return (
    <Modal.Root
      opened={opened && isMounted}
      onClose={close}
      size={640}
      fullScreen={isPhone}
      transitionProps={{ duration: 150, transition: 'fade' }}
      // Locking the page needs a style tag that the content security policy refuses.
      lockScroll={false}
      classNames={styles}
    >
      <Modal.Overlay backgroundOpacity={0.32} color="#0B0E15" />
      <Modal.Content>
        <div className={styles.header}>
          <Modal.Title tabIndex={-1} data-autofocus>
            {t('title')}
          </Modal.Title>
          <Modal.CloseButton size={40} iconSize={20} aria-label={t('close')} />
        </div>
        <div className={styles.body}>
          <WhoAmI />
          <SecuritySection />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
