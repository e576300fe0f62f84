import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { Figures } from '../criteria/Figures.tsx'
import { Sentence } from '../criteria/Sentence.tsx'
import styles from './review.module.css'

const Permission = ({ title, isOn }: { title: string; isOn: boolean }) => {
  const { t } = useTranslation('criteria')
  const Icon = isOn ? IconCheck : IconX
  return (
    <li data-on={isOn || undefined}>
      <Icon size={16} stroke={2} aria-hidden />
      <span className="grow">{title}</span>
      <span className="caption dim">{t(isOn ? 'inForce.on' : 'inForce.off')}</span>
    </li>
  )
}

/** A version in words, counts and fields. No contact is shown. */
export const Offer = ({ version }: { version: CriteriaVersion }) => {
  const { t } = useTranslation('criteria')
  const { sentence, contacts, opportunities, fields, allowsAudiences, allowsExport } = version
  return (
    <>
      <div className={styles.block}>
        <Sentence segments={sentence} />
      </div>
      <Figures
        figures={[
          { label: t('preview.people'), value: contacts },
          { label: t('preview.opportunities'), value: opportunities },
          { label: t('preview.fields'), value: fields.length },
        ]}
      />
      <div className={styles.block}>
        <h3>{t('review.fields')}</h3>
        {fields.length === 0 ? (
          <p className="small dim">{t('review.noFields')}</p>
        ) : (
          <ul className={styles.fields}>
            {fields.map(({ key, label }) => (
              <li key={key}>{label}</li>
            ))}
          </ul>
        )}
      </div>
      <ul className={styles.permissions}>
        <Permission title={t('what.audiences')} isOn={allowsAudiences} />
        <Permission title={t('what.exports')} isOn={allowsExport} />
      </ul>
    </>
  )
}
