import { UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebConfig } from '#contract/kit/web-config.ts'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import styles from './DemoCard.module.css'

interface DemoCardProps {
  users: NonNullable<WebConfig['demo']>['people']
  busy: boolean
  failure: ReactNode
  onChoose: (email: string) => void
}

export const DemoCard = ({ users, busy, failure, onChoose }: DemoCardProps) => {
  const { t } = useTranslation()
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      {failure}
      <div className={styles.card}>
        <div className={styles.head}>
          <h2 id="demo-title" className="small semibold">
            {t('signIn.demo')}
          </h2>
          <span className="caption dim">{t('signIn.demoHint')}</span>
        </div>
        {users.map(({ name, email, tenant, role }) => (
          <UnstyledButton key={email} className={styles.user} disabled={busy} onClick={() => onChoose(email)}>
            <Avatar name={name} />
            <span className="grow">
              <span className={styles.name}>
                {name} <span className="dim">· {tenant}</span>
              </span>
              <span className={styles.role}>{role}</span>
            </span>
            <IconArrowRight size={16} aria-hidden />
          </UnstyledButton>
        ))}
      </div>
    </section>
  )
}
