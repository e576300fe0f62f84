import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { smallestTotal } from '#contract/connections/totals.ts'
import { formatSigned } from '#web/lib/format/format-number.ts'
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

export interface Compared {
  version: number
  /** Whether it is in force, with its figures of now. */
  isNow: boolean
  /** Undefined while they are loading, null if they are not told. */
  contacts: number | null | undefined
  opportunities: number | null | undefined
  fields: number
}

interface FiguresProps {
  version: CriteriaVersion
  /** How much is shared now; without it, how much it was when the version was sent. */
  now?: { contacts: Figure['value']; opportunities: Figure['value'] } | undefined
  /** Says that it was when the version was sent. */
  isDated?: boolean
  /** The version that it is compared with. */
  before?: Compared | undefined
}

/** Keeps the line until the figures are known. */
const emptyLine = '\u00A0'

const useDifference = (before: Compared | undefined) => {
  const { t } = useTranslation('criteria')
  return (count: Figure['value'], old: number | null | undefined) => {
    if (before === undefined || typeof count !== 'number' || old === null) return {}
    if (old === undefined) return { note: emptyLine }
    const { version: n, isNow } = before
    if (count === old) return { note: isNow ? t('review.sameAsNow') : t('preview.same', { n }) }
    return { note: `${formatSigned(count - old)} ${isNow ? t('review.versusNow') : t('preview.versus', { n })}` }
  }
}

/** How much of what. No contact is shown. */
export const OfferFigures = ({ version, now, before, isDated = false }: FiguresProps) => {
  const { t } = useTranslation('criteria')
  const differenceOf = useDifference(before)
  const isEstimate = now === undefined && version.isEstimate
  const figureOf = (of: 'contacts' | 'opportunities') => {
    const count = (now ?? version)[of]
    const dated = isDated ? { note: t('whenSent') } : {}
    if (count === null) return { value: t('preview.few', { n: smallestTotal }), ...dated }
    if (!isEstimate) return { value: count, ...dated, ...differenceOf(count, before?.[of]) }
    const note = t(isDated ? 'estimateWhenSent' : 'preview.estimate')
    return { value: count === 0 ? t('preview.noneSampled') : count, note }
  }
  const fields = version.fields.length
  return (
    <Figures
      figures={[
        { label: t('preview.people'), ...figureOf('contacts') },
        { label: t('preview.opportunities'), ...figureOf('opportunities') },
        ...(version.typeOfData === 'COUNTS'
          ? []
          : [{ label: t('preview.fields'), value: fields, ...differenceOf(fields, before?.fields) }]),
      ]}
    />
  )
}

interface OfferProps {
  version: CriteriaVersion
}

/** What is confirmed with it, such as the purpose, is never folded. */
export const OfferSentence = ({ version }: OfferProps) => (
  <div className={styles.block}>
    <Sentence segments={version.sentence} />
  </div>
)

export const OfferTerms = ({ version }: OfferProps) => {
  const { t } = useTranslation('criteria')
  const { fields, typeOfData, allowsAudiences, allowsExport } = version
  return (
    <>
      {typeOfData !== 'COUNTS' && (
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

interface WholeProps extends FiguresProps {
  /** Only the words and figures are shown at first. */
  isShort?: boolean
  /** More about the figures. */
  children?: ReactNode
}

/** A version in words, counts and fields. */
export const Offer = ({ version, now, isShort = false, children }: WholeProps) => {
  const { t } = useTranslation('criteria')
  return (
    <>
      <OfferSentence version={version} />
      <OfferFigures version={version} now={now} isDated={now === undefined} />
      {children}
      {isShort ? (
        <details className={styles.whole}>
          <summary>{t('review.fieldsAndPermissions')}</summary>
          <OfferTerms version={version} />
        </details>
      ) : (
        <OfferTerms version={version} />
      )}
    </>
  )
}
