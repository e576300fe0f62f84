import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/identity/session.ts'
import { Checklist } from './Checklist.tsx'
import styles from './HomePage.module.css'
import { JustNow } from './JustNow.tsx'
import { Stages } from './Stages.tsx'

const partOfDay = (): 'morning' | 'afternoon' | 'evening' => {
  const hour = new Date().getHours()
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

export const HomePage = () => {
  const { t } = useTranslation('app')
  const { user } = useSession()
  const [part] = useState(partOfDay)
  const kind = user.client.type === 'AGENCY' ? 'agency' : 'company'
  return (
    <>
      <div className={styles.greeting}>
        <h2>{t(`home.greetings.${part}`, { name: user.name })}</h2>
        <p className="dim">{t(`home.intro.${kind}`, { account: user.client.name })}</p>
      </div>
      <div className={styles.columns}>
        <Checklist kind={kind} />
        <div className="stack">
          <JustNow />
          <Stages />
        </div>
      </div>
    </>
  )
}
