import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOwnClient } from '#web/data/account/own-client.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { clientMessages } from '#web/messages/en-client.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from './ClientPage.module.css'
import { ClosureNote } from './ClosureNote.tsx'
import { ClosurePanel } from './ClosurePanel.tsx'
import { OwnershipPanel } from './OwnershipPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'

addTranslations('client', clientMessages)

const FormSkeleton = () => {
  const { t } = useTranslation('client')
  return (
    <Panel title={t('profile.title')}>
      <div className={styles.form} aria-hidden>
        {[96, 120, 72].map((width) => (
          <div key={width}>
            <Skeleton width={width} height={12} mb={8} />
            <Skeleton height={32} />
          </div>
        ))}
        <Skeleton width={110} height={32} />
      </div>
    </Panel>
  )
}

/** The account settings: profile, ownership and closure. */
export const ClientPage = () => {
  const query = useOwnClient()
  return (
    <div className={styles.page}>
      <Loaded query={query} skeleton={<FormSkeleton />}>
        {(client) => (
          <>
            {client.status === 'closing' && <ClosureNote client={client} />}
            <ProfilePanel client={client} onRefetch={query.refetch} />
            <OwnershipPanel client={client} />
            <ClosurePanel client={client} />
          </>
        )}
      </Loaded>
    </div>
  )
}
