import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { locale } from '#web/lib/format/locale.ts'
import { Note } from '#web/ui/Note.tsx'
import styles from '../criteria.module.css'
import type { Effect } from './effect.ts'
import type { Erased } from './erased.ts'

const kinds = ['contacts', 'opportunities'] as const

const listFormat = new Intl.ListFormat(locale, { type: 'conjunction' })

/** More are counted. */
const namedFields = 5

const useErased = (name: string) => {
  const { t } = useTranslation('criteria')
  const countOf = (of: (typeof kinds)[number], count: number) => t(`effect.counts.${of}`, { count, n: formatNumber(count) })
  const fieldsText = (fields: readonly string[]) => {
    const rest = fields.length - namedFields
    if (rest <= 1) return listFormat.format(fields)
    return listFormat.format([...fields.slice(0, namedFields), t('effect.otherFields', { n: rest })])
  }
  return ({ toTotals, removed, kept, lostFields }: Erased): string => {
    if (toTotals !== null) return toTotals > 0 ? t('effect.toTotals', { name, contacts: countOf('contacts', toTotals) }) : ''
    const parts = [
      ...kinds.filter((of) => removed[of] > 0).map((of) => countOf(of, removed[of])),
      ...kinds
        .filter((of) => kept[of] > 0 && lostFields[of].length > 0)
        .map((of) => t('effect.fields', { fields: fieldsText(lostFields[of]), of: countOf(of, kept[of]) })),
    ]
    return parts.length === 0 ? t('effect.erasedRest', { name }) : t('effect.erased', { name, list: parts.join('; ') })
  }
}

interface EffectNoteProps {
  /** Of the agency. */
  name: string
  effect: Effect | undefined
  /** Of a draft that only shares less, once it is counted. */
  erased: Erased | undefined
  /** The version in force. */
  inForce: number | undefined
}

/** Said before it is sent: whether it is in force at once and what is erased then, or whether it waits for the agency. */
export const EffectNote = ({ name, effect, erased, inForce }: EffectNoteProps) => {
  const { t } = useTranslation('criteria')
  const erasedText = useErased(name)
  if (effect === undefined || effect === 'first' || inForce === undefined) return null
  return (
    <div className={styles.effect}>
      <Note kind={effect === 'same' ? 'info' : 'wait'}>
        {t(`effect.${effect}`, { name, n: inForce })}
        {effect === 'narrow' && erased && ` ${erasedText(erased)}`}
      </Note>
    </div>
  )
}
