import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { useReopenClient } from '#web/data/account/own-client.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useMay } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'

/** Until the account is closed, the owner can cancel the closure. */
export const ClosureNote = ({ client }: { client: ClientRow }) => {
  const { t } = useTranslation('client')
  const textOf = useErrorText()
  const mayReopen = useMay()('ownership', 'x')
  const reopen = useReopenClient()
  // The note and its button disappear as soon as the closure is canceled. If that fails, a second note shows the error.
  const cancelClosure = () =>
    void reopen.mutateAsync().then(
      () => {
        document.getElementById('content')?.focus()
        return showToast('success', t('closing.takenBack'))
      },
      () => undefined,
    )
  const date = client.closesAt ? dayOf(client.closesAt) : ''
  return (
    <>
      <Note
        kind="wait"
        action={
          mayReopen && (
            <BusyButton variant="default" busy={reopen.isPending} onClick={cancelClosure}>
              {t('closing.takeBack')}
            </BusyButton>
          )
        }
      >
        <span className="medium">{t('closing.note', { date })}</span>{' '}
        {client.statusReason ? t('closing.reason', { reason: client.statusReason }) : t('closing.noteText')}
      </Note>
      {reopen.isError && <Note kind="bad">{textOf(reopen.error)}</Note>}
    </>
  )
}
