import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reasonRule } from '#contract/kit/text-rules.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useSaveCriteria, useSubmitCriteria } from '#web/data/connections/agreements.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { criteriaOf, isComplete, sensitiveFields, sharesEverything, type Draft } from './draft.ts'

export interface Confirmations {
  ackPersonalData: boolean
  ackPolicy: boolean
  everything: string
  sensitiveReason: string
}

const unconfirmed: Confirmations = { ackPersonalData: false, ackPolicy: false, everything: '', sensitiveReason: '' }

interface Sending {
  connection: Connection
  draft: Draft
  onSaved: (draft: Draft) => void
  onSent: () => void
  /** Somebody else changed the connection meanwhile. */
  onStale: () => void
}

type Problems = Partial<Record<keyof Confirmations, string>>

const useProblems = ({ connection, draft }: Sending) => {
  const { t } = useTranslation('criteria')
  return ({ ackPersonalData, ackPolicy, everything, sensitiveReason }: Confirmations): Problems => ({
    ...(ackPersonalData ? {} : { ackPersonalData: t('send.ackMissing') }),
    ...(ackPolicy ? {} : { ackPolicy: t('send.ackMissing') }),
    ...(sharesEverything(draft) && !isTyped(everything, connection.name) ? { everything: t('send.differs') } : {}),
    ...(sensitiveFields(draft).length > 0 && reasonRule(sensitiveReason)
      ? { sensitiveReason: reasonRule(sensitiveReason) ?? '' }
      : {}),
  })
}

/** The server asks for the two texts only if they are needed. */
const textsOf = (draft: Draft, { everything, sensitiveReason }: Confirmations) => ({
  ...(sharesEverything(draft) ? { everything } : {}),
  ...(sensitiveFields(draft).length > 0 ? { sensitiveReason: sensitiveReason.trim() } : {}),
})

const doneText = ({ state, pendingVersion, versionInForce }: Connection) => {
  if (state === 'INVITED') return 'send.attached'
  // In force without a review: it only shares less.
  return pendingVersion === null && versionInForce !== null ? 'send.narrowed' : 'send.done'
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'STALE_VERSION'

/** Saves the draft, and sends it to review once everything is confirmed. */
export const useSending = (sending: Sending) => {
  const { connection, draft, onSaved, onSent, onStale } = sending
  const { t } = useTranslation('criteria')
  const [save, submit] = [useSaveCriteria(), useSubmitCriteria()]
  const { act, isBusy } = useAct()
  const [confirmations, setConfirmations] = useState(unconfirmed)
  const [checked, setChecked] = useState<'nothing' | 'draft' | 'all'>('nothing')
  const problems = useProblems(sending)(confirmations)

  const saveDraft = async () => {
    const saved = await save.mutateAsync({ id: connection.id, version: connection.version, criteria: criteriaOf(draft) })
    onSaved(draft)
    return saved
  }
  const guarded = async <A>(action: () => Promise<A>) => {
    try {
      return await action()
    } catch (error) {
      if (isStale(error)) onStale()
      throw error
    }
  }
  const sendDraft = async () => {
    const { textHash } = await saveDraft()
    const acknowledged = { ackPersonalData: true, ackPolicy: true } as const
    return submit.mutateAsync({ id: connection.id, textHash, ...acknowledged, ...textsOf(draft, confirmations) })
  }
  const begin = (what: 'draft' | 'all') => {
    setChecked(what)
    if (isComplete(draft)) return true
    void showToast('error', t('send.incomplete'))
    return false
  }
  return {
    confirmations,
    confirm: (change: Partial<Confirmations>) => setConfirmations((before) => ({ ...before, ...change })),
    problems: checked === 'all' ? problems : {},
    isChecked: checked !== 'nothing',
    isBusy,
    save: () => begin('draft') && void act(() => guarded(saveDraft), t('send.saved')),
    send: () => {
      if (!begin('all') || Object.keys(problems).length > 0) return
      void act(
        () => guarded(sendDraft),
        (sent) => {
          void showToast('success', t(doneText(sent), { name: connection.name }))
          onSent()
        },
      )
    },
  }
}
