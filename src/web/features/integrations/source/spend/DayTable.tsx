import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { figure } from '#web/lib/figure.ts'
import { longDay, type Day } from './days.ts'
import type { Money } from './money.ts'
import styles from './spend.module.css'

/** What the bars say, to be read: the newest day first. */
export const DayTable = ({ days, money }: { days: readonly Day[]; money: Money }) => {
  const { t } = useTranslation('source')
  return (
    <details className={styles.table}>
      <summary>
        <IconChevronRight size={14} stroke={2} aria-hidden />
        {t('spend.asTable')}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t('spend.asTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('spend.columns.day')}</th>
              <th scope="col">{t('spend.figures.spend')}</th>
              <th scope="col">{t('spend.figures.clicks')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, spend, clicks }) => (
              <tr key={day}>
                <th scope="row">{longDay(day)}</th>
                <td>{money.exact(spend)}</td>
                <td>{figure(clicks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
