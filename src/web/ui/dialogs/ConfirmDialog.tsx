import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { isProofCanceled } from '#web/lib/identity/proof/fresh-proof.ts'
import { showToast } from '#web/lib/toast.ts'
import { useIsMounted } from '#web/lib/use-is-mounted.ts'
import { BusyButton } from '../BusyButton.tsx'
import styles from './ConfirmDialog.module.css'
import { Note } from '../Note.tsx'
import { useNoEscape } from './use-no-escape.ts'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  text: string
  action: string
  isDangerous?: boolean
  /** The label of the other button, when “Cancel” would be ambiguous. */
  back?: string
  /** The message after it has happened. */
  done?: string
  /** The sentence for a failure, from the reason. */
  explain?: (reason: string) => string
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** Takes the focus afterwards, when the button that opened the dialog disappears with it. */
  returnTo?: RefObject<HTMLElement | null>
}

const useConfirmation = ({ onConfirm, done, returnTo, explain = String }: ConfirmDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const reasonOf = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isHere = useIsMounted()
  useNoEscape(busy)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      if (done !== undefined) void showToast('success', done)
      dialog.current?.close()
      returnTo?.current?.focus()
    } catch (error) {
      setBusy(false)
      if (isProofCanceled(error)) return
      const text = explain(reasonOf(error))
      if (!isHere()) void showToast('error', text)
      setFailure(text)
    }
  }
  return { dialog, busy, failure, confirm }
}

/** Asks for confirmation. The browser's own dialog: it is above every window, keeps the focus and returns it. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { title, text, action, isDangerous = true, back, onClose } = props
  const { t } = useTranslation('app')
  const id = useId()
  const { dialog, busy, failure, confirm } = useConfirmation(props)
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={onClose}
    >
      <div className={styles.inside}>
        <h2 className={styles.title} id={`${id}-title`}>
          {title}
        </h2>
        <p className={styles.text} id={`${id}-text`}>
          {text}
        </p>
        {failure && <Note kind="bad">{failure}</Note>}
      </div>
      <div className={styles.foot}>
        <Button variant="default" disabled={busy} onClick={() => dialog.current?.close()}>
          {back ?? t('cancel')}
        </Button>
        <BusyButton {...(isDangerous ? { color: 'red' } : {})} busy={busy} onClick={() => void confirm()}>
          {action}
        </BusyButton>
      </div>
    </dialog>,
    document.body,
  )
}
