import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

interface ConflictProps {
  /** What is saved now. Undefined: nothing. */
  newest: CriteriaVersion | undefined
  /** Starts again from what is saved. */
  onReplace: () => Promise<unknown>
  /** Saving again replaces what is saved. */
  onKeep: () => void
}

/** Somebody else saved or discarded the draft while it was edited here. */
export const Conflict = ({ newest, onReplace, onKeep }: ConflictProps) => {
  const { t } = useTranslation('criteria')
  const by = newest?.state === 'draft' ? newest.by : null
  return (
    <ConfirmDialog
      title={by === null ? t('conflict.title') : t('conflict.titleBy', { name: by })}
      text={t('conflict.text')}
      action={t('conflict.action')}
      back={t('conflict.back')}
      onConfirm={onReplace}
      onClose={onKeep}
    />
  )
}
