import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { Segmented } from '../criteria/Sentence.tsx'
import styles from './review.module.css'

const icons = { added: IconPlus, removed: IconMinus, changed: IconPencil }

/** What a version adds, removes and changes. */
export const Changes = ({ changes }: Pick<CriteriaVersion, 'changes'>) => {
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
