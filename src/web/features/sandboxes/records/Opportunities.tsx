import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountActs, useSandboxRecords, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { MoveOpportunityDialog } from './MoveOpportunityDialog.tsx'
import { NewOpportunityDialog } from './NewOpportunityDialog.tsx'
import { RecordList } from './RecordList.tsx'

type Question = { do: 'add' } | { do: 'move' | 'remove'; deal: SandboxRecord }

interface QuestionProps {
  place: AccountRef
  question: Question
  onClose: () => void
}

const Asked = ({ place, question, onClose }: QuestionProps) => {
  const { t } = useTranslation('sandboxes')
  const { removeDeal } = useAccountActs(place)
  if (question.do === 'add') return <NewOpportunityDialog place={place} onClose={onClose} />
  const { deal } = question
  if (question.do === 'move') return <MoveOpportunityDialog place={place} deal={deal} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('deals.removeTitle', { name: deal.name })}
      text={t('deals.removeText')}
      action={t('deals.remove')}
      done={t('deals.removed', { name: deal.name })}
      onConfirm={() => removeDeal.mutateAsync(deal.id)}
      onClose={onClose}
    />
  )
}

export const Opportunities = ({ place }: { place: AccountRef }) => {
  const { t } = useTranslation('sandboxes')
  const query = useSandboxRecords(place, 'deals')
  const [question, setQuestion] = useState<Question | null>(null)
  const actionsFor = (deal: SandboxRecord) => [
    { name: 'move', label: t('deals.move'), onClick: () => setQuestion({ do: 'move', deal }) },
    { name: 'remove', label: t('deals.remove'), isDangerous: true, onClick: () => setQuestion({ do: 'remove', deal }) },
  ]
  return (
    <>
      <RecordList object="deals" query={query} actionsFor={actionsFor} onAdd={() => setQuestion({ do: 'add' })} />
      {question && <Asked place={place} question={question} onClose={() => setQuestion(null)} />}
    </>
  )
}
