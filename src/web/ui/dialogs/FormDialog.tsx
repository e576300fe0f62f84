import { Button } from '@mantine/core'
import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../BusyButton.tsx'
import styles from './ConfirmDialog.module.css'
import { Note } from '../Note.tsx'
import { useDiscardQuestion } from './use-discard-question.tsx'

interface FormDialogProps {
  title: string
  text?: ReactNode
  action: string
  isDangerous?: boolean
  isWide?: boolean
  /** Escape asks first, so that a filled form is not lost. */
  isFilled?: boolean
  form: { busy: boolean; failure: string | null; errors: object; onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void }
  onClose: () => void
  /** The id of the sentence that explains why the form cannot be sent yet. */
  blockedBy?: string | undefined
  /** The id of the element that takes the focus if the one that had it before no longer exists. */
  returnTo?: string | undefined
  children: ReactNode
}

/** The first field, or the one that asks for it. */
const focusFirst = (dialog: HTMLDialogElement): void => {
  const fields = [...dialog.querySelectorAll<HTMLElement>('input, textarea, select')]
  const chosen = fields.find(({ dataset }) => dataset['autofocus'] !== undefined) ?? fields[0]
  chosen?.focus()
}

/** A small form above the page, in the browser's own dialog: it keeps the focus inside and returns it. */
export const FormDialog = (props: FormDialogProps) => {
  const { title, text, action, isDangerous = false, isWide, isFilled = false, form, onClose, blockedBy, children } = props
  const { returnTo = 'content' } = props
  const { t } = useTranslation('app')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { onCancel, question } = useDiscardQuestion(dialog, { busy: form.busy, isFilled })
  useLayoutEffect(() => {
    const own = dialog.current
    own?.showModal()
    if (own) focusFirst(own)
    // Closed before it is removed: a dialog that is only removed does not return the focus.
    return () => {
      own?.close()
      requestAnimationFrame(() => document.activeElement === document.body && document.getElementById(returnTo)?.focus())
    }
  }, [returnTo])
  const isAboutAField = Object.keys(form.errors).length > 0
  const shown = createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide}
      aria-labelledby={`${id}-title`}
      onCancel={onCancel}
      onClose={() => dialog.current?.open || onClose()}
    >
      <form noValidate onSubmit={(event) => (blockedBy ? event.preventDefault() : form.onSubmit(event))}>
        <div className={styles.inside}>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          {text && <div className={styles.text}>{text}</div>}
          <div className={styles.fields}>{children}</div>
          {form.failure && !isAboutAField && <Note kind="bad">{form.failure}</Note>}
        </div>
        <div className={styles.foot}>
          <Button variant="default" disabled={form.busy} onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </Button>
          <BusyButton
            type="submit"
            busy={form.busy}
            aria-disabled={Boolean(blockedBy)}
            aria-describedby={blockedBy}
            {...(isDangerous ? { color: 'red' } : {})}
          >
            {action}
          </BusyButton>
        </div>
      </form>
    </dialog>,
    document.body,
  )
  return (
    <>
      {shown}
      {question}
    </>
  )
}
