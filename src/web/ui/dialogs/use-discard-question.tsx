import { useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useNoEscape } from './use-no-escape.ts'

interface DiscardQuestionProps {
  onKeep: () => void
  onDiscard: () => void
}

const DiscardQuestion = ({ onKeep, onDiscard }: DiscardQuestionProps) => {
  const { t } = useTranslation('app')
  const isDiscarded = useRef(false)
  const confirm = async () => {
    isDiscarded.current = true
  }
  const close = () => {
    onKeep()
    if (isDiscarded.current) onDiscard()
  }
  return (
    <ConfirmDialog
      title={t('discard.title')}
      text={t('discard.text')}
      action={t('discard.action')}
      back={t('discard.back')}
      onConfirm={confirm}
      onClose={close}
    />
  )
}

/** Escape does nothing while the dialog is busy, and asks before what the user typed is lost. */
export const useDiscardQuestion = (
  dialog: RefObject<HTMLDialogElement | null>,
  { busy, isFilled }: { busy: boolean; isFilled: boolean },
) => {
  const [isAsking, setIsAsking] = useState(false)
  const isKept = busy || (isFilled && !isAsking)
  const ask = () => setIsAsking(!busy)
  useNoEscape(isKept, ask)
  const onCancel = (event: SyntheticEvent) => {
    if (!isKept) return
    event.preventDefault()
    ask()
  }
  const question = isAsking && <DiscardQuestion onKeep={() => setIsAsking(false)} onDiscard={() => dialog.current?.close()} />
  return { onCancel, question }
}
