import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { locale } from '#web/lib/format/locale.ts'
import styles from './who-changes.module.css'

type Change = NonNullable<CriteriaPreview['change']>
type Changed = Change[keyof Change]

interface WhoChangesProps extends Pick<CriteriaPreview, 'isEstimate'> {
  change: Change
  /** The version in force. */
  version: number
}

/** The other names are folded. */
const namedFirst = 2

const listFormat = new Intl.ListFormat(locale, { type: 'conjunction' })

interface NamesProps extends Pick<CriteriaPreview, 'isEstimate'> {
  changed: Changed
  max: number
}

const Names = ({ changed: { contacts, names }, max, isEstimate }: NamesProps) => {
  const { t } = useTranslation('criteria')
  const shown = names.slice(0, max)
  const others = contacts - shown.length
  if (others <= 0) return listFormat.format(shown)
  const rest = t(isEstimate ? 'changes.aboutOthers' : 'changes.others', { count: others, n: formatNumber(others) })
  return listFormat.format([...shown, rest])
}

interface ChangedRowProps extends Pick<CriteriaPreview, 'isEstimate'> {
  kind: keyof Change
  changed: Changed
}

const useCount = ({ kind, changed, isEstimate }: ChangedRowProps): string => {
  const { t } = useTranslation('criteria')
  const parts = (['contacts', 'opportunities'] as const)
    .filter((of) => changed[of] > 0)
    .map((of) => t(`changes.${of}.${kind}`, { count: changed[of], n: formatNumber(changed[of]) }))
  if (!isEstimate) return parts.join(', ')
  // None in a sample may still be some.
  return parts.length === 0 ? t(`changes.few.${kind}`) : t('changes.about', { list: parts.join(', ') })
}

const ChangedRow = (props: ChangedRowProps) => {
  const { t } = useTranslation('criteria')
  const { changed, isEstimate } = props
  const { names } = changed
  const count = useCount(props)
  if (count === '') return null
  const all = <Names changed={changed} max={names.length} isEstimate={isEstimate} />
  return (
    <li>
      <span className={styles.count}>{count}</span>
      {names.length <= namedFirst ? (
        <span className={styles.names}>{all}</span>
      ) : (
        <details className={styles.names}>
          <summary>
            <span className={styles.some}>
              <Names changed={changed} max={namedFirst} isEstimate={isEstimate} />
            </span>
            <span className={styles.fold}>{t('changes.fold')}</span>
            <IconChevronRight size={14} aria-hidden />
          </summary>
          {all}
        </details>
      )}
    </li>
  )
}

const isNothing = ({ added, removed }: Change): boolean =>
  [added, removed].every(({ contacts, opportunities }) => contacts + opportunities === 0)

/** Who joins and who leaves, compared with the version in force: how many, and the names of some contacts. */
export const WhoChanges = ({ change, version, isEstimate }: WhoChangesProps) => {
  const { t } = useTranslation('criteria')
  if (isNothing(change) && !isEstimate) return null
  return (
    <ul className={styles.list} aria-label={t('changes.label', { n: version })}>
      <ChangedRow kind="added" changed={change.added} isEstimate={isEstimate} />
      <ChangedRow kind="removed" changed={change.removed} isEstimate={isEstimate} />
    </ul>
  )
}
