import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useCancelRun } from '#web/data/syncs/runs.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import type { Question } from '../cards/question.ts'
import { SheetQuestion } from '../ghost/dialogs/SheetQuestion.tsx'
import { SyncFiltersDialog } from '../sync-filters/SyncFiltersDialog.tsx'
import { AdAccountDialog } from './AdAccountDialog.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { LocationDialog } from './LocationDialog.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'

interface QuestionsProps {
  question: Question | null
  onClose: () => void
}

const CancelQuestion = ({ question: { source }, onClose }: { question: Question; onClose: () => void }) => {
  const { t } = useTranslation('syncs')
  const cancel = useCancelRun()
  const { last_run: run } = source
  const confirm = async () => {
    if (run) await cancel.mutateAsync(run.id)
    void showToast('success', t('run.cancelBack'))
  }
  return (
    <ConfirmDialog
      title={t('run.cancelTitle', { name: titleOf(source) })}
      text={t('run.cancelText')}
      action={t('run.cancel')}
      back={t('run.keep')}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

interface EndQuestionProps {
  source: Integration
  kind: 'disconnect' | 'erase'
  onClose: () => void
}

const EndQuestion = ({ source, kind, onClose }: EndQuestionProps) => {
  if (source.ghost_company_id !== null) return <SheetQuestion id={source.ghost_company_id} kind={kind} onClose={onClose} />
  const Dialog = kind === 'disconnect' ? DisconnectDialog : EraseDialog
  return <Dialog source={source} onClose={onClose} />
}

/** Outside the cards: a card may disappear before the reply arrives. */
export const Questions = ({ question, onClose }: QuestionsProps) => {
  if (!question) return null
  const { kind, source } = question
  switch (kind) {
    case 'cancel':
      return <CancelQuestion question={question} onClose={onClose} />
    case 'disconnect':
    case 'erase':
      return <EndQuestion source={source} kind={kind} onClose={onClose} />
    case 'settings':
      return <SettingsDialog source={source} onClose={onClose} />
    case 'reads':
      return <SyncFiltersDialog source={source} onClose={onClose} />
    case 'adAccount':
      return <AdAccountDialog source={source} onClose={onClose} />
    case 'location':
      return <LocationDialog source={source} onClose={onClose} />
    default:
      return null
  }
}
