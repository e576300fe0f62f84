import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { CriteriaPreview, CriteriaVersion } from '#contract/connections/agreements.ts'
import { reasonRule } from '#contract/kit/text-rules.ts'
import type { Connection } from '#contract/connections/connections.ts'
import { useSaveCriteria, useSubmitCriteria } from '#web/data/connections/agreements.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { isTyped } from '#web/lib/forms/typed-name.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { criteriaOf, fingerprint, isComplete, sharesEverything, type Draft } from '../draft.ts'
import type { Effect } from './effect.ts'
import { focusFirstProblem } from './first-problem.ts'

interface Confirmations {
  ackPersonalData: boolean
  ackPolicy: boolean
  everything: string
  sensitiveReason: string
}

interface Sending {
  connection: Connection
  draft: Draft
  /** The hash of what was saved last as far as this user knows. Null: nothing. */
  base: string | null
  /** What is shown of the draft, or was before the last edit. */
  preview: CriteriaPreview | undefined
  effect: Effect | undefined
  onSaved: (draft: Draft, saved: CriteriaVersion) => void
  onSent: () => void
  /** Somebody else saved another draft meanwhile. */
  onConflict: () => void
}

type Problems = Partial<Record<keyof Confirmations, string>>

const isSensitive = ({ preview }: Sending): boolean => (preview?.sensitive.length ?? 0) > 0

const useProblems = (sending: Sending) => {
  const { t } = useTranslation('criteria')
  const { connection, draft } = sending
  const nameProblem = (typed: string) => (typed.trim() === '' ? t('send.typeName', { name: connection.name }) : t('send.differs'))
  return ({ ackPersonalData, ackPolicy, everything, sensitiveReason }: Confirmations): Problems => ({
    ...(ackPersonalData ? {} : { ackPersonalData: t('send.ackMissing') }),
    ...(ackPolicy ? {} : { ackPolicy: t('send.ackMissing') }),
    ...(sharesEverything(draft) && !isTyped(everything, connection.name) ? { everything: nameProblem(everything) } : {}),
    ...(isSensitive(sending) && reasonRule(sensitiveReason) ? { sensitiveReason: reasonRule(sensitiveReason) ?? '' } : {}),
  })
}

/** The server asks for the two texts only if they are needed. */
const textsOf = (sending: Sending, { everything, sensitiveReason }: Confirmations) => ({
  ...(sharesEverything(sending.draft) ? { everything } : {}),
  ...(isSensitive(sending) ? { sensitiveReason: sensitiveReason.trim() } : {}),
})

const doneText = ({ state, pendingVersion, versionInForce }: Connection) => {
  if (state === 'INVITED') return 'send.attached'
  // In force without a review: it only shares less.
  return pendingVersion === null && versionInForce !== null ? 'send.narrowed' : 'send.done'
}

const isStale = (error: unknown) => error instanceof ApiError && error.code === 'STALE_VERSION'

/** The acknowledgements are about the draft as it was when they were given: a change of it takes them back. */
const useConfirmations = (draft: Draft) => {
  const [texts, setTexts] = useState({ everything: '', sensitiveReason: '' })
  const [given, setGiven] = useState({ ackPersonalData: false, ackPolicy: false, for: '' })
  const isGiven = given.for === fingerprint(draft)
  const acknowledged = {
    ackPersonalData: isGiven && given.ackPersonalData,
    ackPolicy: isGiven && given.ackPolicy,
  }
  return {
    confirmations: { ...texts, ...acknowledged },
    wasTakenBack: !isGiven && (given.ackPersonalData || given.ackPolicy),
    confirm: (change: Partial<typeof texts>) => setTexts({ ...texts, ...change }),
    acknowledge: (change: Partial<typeof acknowledged>) => setGiven({ ...acknowledged, ...change, for: fingerprint(draft) }),
    takeBack: () => setGiven((before) => ({ ...before, for: '' })),
  }
}

/** Saves the draft, and sends it to review once everything is confirmed. */
export const useSending = (sending: Sending) => {
  const { connection, draft, base, preview, effect, onSaved, onSent, onConflict } = sending
  const { t } = useTranslation('criteria')
  const [save, submit] = [useSaveCriteria(), useSubmitCriteria()]
  const { act, isBusy } = useAct()
  const { takeBack, ...confirming } = useConfirmations(draft)
  const [checked, setChecked] = useState<'nothing' | 'draft' | 'all'>('nothing')
  const [savedText, setSavedText] = useState('')
  const problems = useProblems(sending)(confirming.confirmations)

  /** Undefined: the user is asked first. */
  const saveDraft = async (): Promise<CriteriaVersion | undefined> => {
    try {
      const saved = await save.mutateAsync({ id: connection.id, base, criteria: criteriaOf(draft) })
      onSaved(draft, saved)
      setSavedText(fingerprint(draft))
      return saved
    } catch (error) {
      if (!isStale(error)) throw error
      onConflict()
      return undefined
    }
  }
  const sendDraft = async (textHash: string): Promise<Connection | undefined> => {
    if (!(await saveDraft())) return undefined
    const acknowledged = { ackPersonalData: true, ackPolicy: true } as const
    const expected = { effect: effect === 'narrow' ? 'in_force' : 'review' } as const
    const body = { textHash, ...acknowledged, ...expected, ...textsOf(sending, confirming.confirmations) }
    try {
      return await submit.mutateAsync({ id: connection.id, ...body })
    } catch (error) {
      if (isStale(error)) takeBack()
      throw error
    }
  }
  const begin = (what: 'draft' | 'all') => {
    // The problems are on the page before one of them gets the focus.
    flushSync(() => setChecked(what))
    const isReady = isComplete(draft) && (what === 'draft' || Object.keys(problems).length === 0)
    if (!isReady) focusFirstProblem()
    return isReady
  }
  return {
    ...confirming,
    problems: checked === 'all' ? problems : {},
    isChecked: checked !== 'nothing',
    /** What was pressed and still runs. */
    running: isBusy ? checked : 'nothing',
    /** Whether the draft as it is now was saved here. */
    isSaved: savedText === fingerprint(draft),
    save: () => begin('draft') && void act(saveDraft),
    send: () => {
      if (!begin('all') || !preview) return
      void act(
        () => sendDraft(preview.textHash),
        (sent) => {
          if (!sent) return
          void showToast('success', t(doneText(sent), { name: connection.name }))
          onSent()
        },
      )
    },
  }
}
