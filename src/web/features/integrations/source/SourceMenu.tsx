import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { titleOf } from '#contract/sources.ts'
import { RowMenu } from '#web/ui/table/RowMenu.tsx'
import type { Question } from '../cards/question.ts'
import { useSourceMenu } from '../cards/use-source-menu.tsx'
import { Questions } from '../dialogs/Questions.tsx'
import styles from './source.module.css'

/** What its card offers, on its own page. */
export const SourceMenu = ({ source }: { source: Integration }) => {
  const { t } = useTranslation('syncs')
  const [question, setQuestion] = useState<Question | null>(null)
  const actions = useSourceMenu(source, setQuestion, 'page')
  return (
    <>
      <div className={styles.menu}>
        <RowMenu label={t('card.more', { name: titleOf(source) })} actions={actions} />
      </div>
      <Questions question={question} onClose={() => setQuestion(null)} />
    </>
  )
}
