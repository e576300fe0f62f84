import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { useMediaQuery, useMounted, useWindowEvent } from '@mantine/hooks'
import { Modal, SegmentedControl } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsSavingNames } from '#web/data/account/profile.ts'
import { useIsChanging } from '#web/data/account/security.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { accountMessages } from '#web/messages/en-account.ts'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import styles from './AccountModal.module.css'
import { LeaveBlock } from './LeaveBlock.tsx'
import { EmailNotificationsBlock } from './profile/EmailNotificationsBlock.tsx'
import { ProfileForm } from './profile/ProfileForm.tsx'
import { useProfileForm } from './profile/use-profile-form.ts'
import { SectionHead } from './SectionHead.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import { OpenParts } from './use-opened-by-button.ts'
import { themes, useTheme } from '#web/data/account/theme.ts'
import { Block } from './Block.tsx'

const AppearanceBlock = () => {
  const { t } = useTranslation(['account', 'app'])
  const [theme, choose] = useTheme()
  return (
    <Block
      title={t('app:shell.appearance')}
      text={t(`appearance.${theme}`)}
      action={
        <SegmentedControl
          aria-label={t('app:shell.appearance')}
          value={theme}
          data={themes.map((value) => ({ value, label: t(`app:schemes.${value}`) }))}
          onChange={choose}
        />
      }
    />
  )
}

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

/** Escape closes what was opened last: a form first, then the window. A running request keeps both open. */
const useClosing = ({ opened, onClose }: AccountModalProps) => {
  const [parts] = useState(() => new Set<() => void>())
  const isChanging = [useIsChanging(), useIsSavingNames()].includes(true)
  // Escape in a dialog above this window closes that dialog, but the event also reaches this window.
  const isFree = () => opened && !isChanging && !document.querySelector('dialog[open]')
  const close = () => {
    if (isFree()) onClose()
  }
  useWindowEvent('keydown', ({ key, isComposing }) => {
    if (key !== 'Escape' || isComposing || !isFree()) return
    const closeLast = [...parts].at(-1) ?? onClose
    closeLast()
  })
  return { parts, close }
}

interface SectionsProps {
  onDone: () => void
  onReload: () => void
}

/** The profile is a form with its own button; the other sections save each change immediately. */
const Sections = ({ onDone, onReload }: SectionsProps) => {
  const { t } = useTranslation('account')
  const id = useId()
  const form = useProfileForm(onDone)
  return (
    <div className={styles.body}>
      <WhoAmI />
      <section className={styles.profile} aria-labelledby={`${id}-profile`}>
        <h3 className={styles.heading} id={`${id}-profile`}>
          {t('profile.title')}
        </h3>
        <ProfileForm id={id} form={form} onReload={onReload} />
      </section>
      <section aria-labelledby={`${id}-preferences`}>
        <SectionHead id={`${id}-preferences`} title={t('preferences.title')} text={t('preferences.text')} />
        <AppearanceBlock />
        <EmailNotificationsBlock />
      </section>
      <SecuritySection />
      <LeaveBlock />
    </div>
  )
}

/** The settings of the current user, as opposed to their account. Its sections are in one column. */
export const AccountModal = (props: AccountModalProps) => {
  const { t } = useTranslation('account')
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  // It mounts when it is first opened; only a change from closed to open makes it remember which element had the focus.
  const isMounted = useMounted()
  const { parts, close } = useClosing(props)
  const [round, setRound] = useState(0)
  return (
    <Modal.Root
      opened={props.opened && isMounted}
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={false}
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
          <Modal.Title>{t('title')}</Modal.Title>
          <Modal.CloseButton size={40} iconSize={20} aria-label={t('close')} />
        </div>
        <OpenParts value={parts}>
          <Sections key={round} onDone={props.onClose} onReload={() => setRound(round + 1)} />
        </OpenParts>
      </Modal.Content>
    </Modal.Root>
  )
}
