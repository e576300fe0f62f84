import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountActs, useSandboxRecords, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { RecordList } from './RecordList.tsx'

interface PeopleProps {
  place: AccountRef
  canMerge: boolean
}

type Question = { do: 'add' } | { do: 'change' | 'merge' | 'remove'; person: SandboxRecord }

interface QuestionProps {
  place: AccountRef
  question: Question
  people: readonly SandboxRecord[]
  onClose: () => void
}

const Asked = ({ place, question, people, onClose }: QuestionProps) => {
  const { t } = useTranslation('sandboxes')
  const { removePerson } = useAccountActs(place)
  if (question.do === 'add') return <ContactDialog place={place} onClose={onClose} />
  const { person } = question
  if (question.do === 'change') return <ContactDialog place={place} person={person} onClose={onClose} />
  if (question.do === 'merge') return <MergeDialog place={place} person={person} people={people} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t('people.removeTitle', { name: person.name })}
      text={t('people.removeText')}
      action={t('people.remove')}
      done={t('people.removed', { name: person.name })}
      onConfirm={() => removePerson.mutateAsync(person.id)}
      onClose={onClose}
    />
  )
}

export const Contacts = ({ place, canMerge }: PeopleProps) => {
  const { t } = useTranslation('sandboxes')
  const query = useSandboxRecords(place, 'people')
  const people = query.data?.items ?? []
  const [question, setQuestion] = useState<Question | null>(null)
  const actionsFor = (person: SandboxRecord) => [
    { name: 'change', label: t('people.change'), onClick: () => setQuestion({ do: 'change', person }) },
    ...(canMerge && people.length > 1
      ? [{ name: 'merge', label: t('people.merge'), onClick: () => setQuestion({ do: 'merge', person }) }]
      : []),
    {
      name: 'remove',
      label: t('people.remove'),
      isDangerous: true,
      onClick: () => setQuestion({ do: 'remove', person }),
    },
  ]
  return (
    <>
      <RecordList object="people" query={query} actionsFor={actionsFor} onAdd={() => setQuestion({ do: 'add' })} />
      {question && <Asked place={place} question={question} people={people} onClose={() => setQuestion(null)} />}
    </>
  )
}
