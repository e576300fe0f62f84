import { useTranslation } from 'react-i18next'
import type { SandboxAccount } from '#web/data/sandboxes.ts'
import { locale } from '#web/lib/locale.ts'
import styles from './accounts.module.css'

/** The ad accounts of somebody, under the businesses that they belong to. */
export const Businesses = ({ businesses }: { businesses: NonNullable<SandboxAccount['businesses']> }) => {
  const { t } = useTranslation('sandboxes')
  return businesses.map(({ id, name, adAccounts }) => (
    <section key={id} className={styles.business} aria-label={name}>
      <h4 className="small medium">{name}</h4>
      <ul>
        {adAccounts.map((ad) => (
          <li key={ad.id}>
            <span className="grow truncate">{ad.name}</span>
            <span className="monospace dim">{ad.id}</span>
            <span className="caption dim numeric">
              {t('accounts.days', { count: ad.days, n: ad.days.toLocaleString(locale) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
