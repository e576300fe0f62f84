import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { Segmented } from '../criteria/Sentence.tsx'
import styles from './review.module.css'

const icons = { added: IconPlus, removed: IconMinus, changed: IconPencil }

/** More are folded. */
const shownMax = 5

type ChangesProps = Pick<CriteriaVersion, 'changes'>

const ChangeList = ({ changes }: ChangesProps) => {
  const { t } = useTranslation('criteria')
  return (
    <ul className={styles.changes}>
      {changes.map(({ kind, text }) => {
        const Icon = icons[kind]
        return (
          <li key={`${kind} ${text.map((segment) => segment.text).join('')}`} data-kind={kind}>
            <Icon size={14} stroke={2} aria-hidden />
            <span className="grow">
              <span className="visually-hidden">{t(`versions.kinds.${kind}`)}: </span>
              <Segmented segments={text} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** What a version adds, removes and changes. */
export const Changes = ({ changes }: ChangesProps) => {
  const { t } = useTranslation('criteria')
  const isLong = changes.length > shownMax + 1
  if (!isLong) return <ChangeList changes={changes} />
  return (
    <div>
      <ChangeList changes={changes.slice(0, shownMax)} />
      <details className={styles.more}>
        <summary>{t('versions.moreChanges', { n: changes.length - shownMax })}</summary>
        <ChangeList changes={changes.slice(shownMax)} />
      </details>
    </div>
  )
}
