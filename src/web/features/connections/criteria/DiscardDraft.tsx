import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useDiscardCriteria } from '#web/data/connections/agreements.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

interface DiscardProps {
  connection: Connection
  /** The saved draft. */
  saved: CriteriaVersion | undefined
  /** The version before the draft, where the company goes on. */
  before: CriteriaVersion | undefined
  onDiscarded: () => void
}

/** Discards the saved draft, after a question. */
export const DiscardDraft = ({ connection, saved, before, onDiscarded }: DiscardProps) => {
  const { t } = useTranslation('criteria')
  const [isAsked, setIsAsked] = useState(false)
  const discard = useDiscardCriteria()
  const { id, name, state, allowedActions } = connection
  if (!allowedActions.includes('discard')) return null
  const text = state === 'INVITED' ? 'discard.invited' : before ? 'discard.sent' : 'discard.empty'
  const confirm = async () => {
    await discard.mutateAsync({ id, base: saved?.textHash })
    onDiscarded()
  }
  return (
    <>
      <Button variant="default" c="red" onClick={() => setIsAsked(true)}>
        {t('discard.open')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('discard.title')}
          text={t(text, { name, n: before?.version ?? 0 })}
          action={t('discard.action')}
          back={t('discard.back')}
          done={t('discard.done')}
          onConfirm={confirm}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  )
}
