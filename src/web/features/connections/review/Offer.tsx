import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { Figures, type Figure } from '../criteria/Figures.tsx'
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

interface OfferProps {
  version: CriteriaVersion
  /** How much is shared now; without it, how much it was when the version was saved. */
  now?: { contacts: Figure['value']; opportunities: Figure['value'] } | undefined
  /** More about these figures. */
  children?: ReactNode
}

/** A version in words, counts and fields. No contact is shown. */
export const Offer = ({ version, now, children }: OfferProps) => {
  const { t } = useTranslation('criteria')
  const { sentence, fields, allowsAudiences, allowsExport } = version
  const { contacts, opportunities } = now ?? version
  const isTotals = version.typeOfData === 'COUNTS'
  const few = t('preview.few', { n: smallestTotal })
  return (
    <>
      <div className={styles.block}>
        <Sentence segments={sentence} />
      </div>
      <Figures
        figures={[
          { label: t('preview.people'), value: contacts ?? few },
          { label: t('preview.opportunities'), value: opportunities ?? few },
          ...(isTotals ? [] : [{ label: t('preview.fields'), value: fields.length }]),
        ]}
      />
      {children}
      {!isTotals && (
        <div className={styles.block}>
          <h3>{t('review.fields')}</h3>
          <ul className={styles.fields}>
            {fields.map(({ key, label }) => (
              <li key={key}>{label}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className={styles.permissions}>
        <Permission title={t('what.audiences')} isOn={allowsAudiences} />
        <Permission title={t('what.exports')} isOn={allowsExport} />
      </ul>
    </>
  )
}
