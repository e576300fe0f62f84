import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { innerPaths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { BuilderHead } from './BuilderHead.tsx'
import { draftOf, fingerprint, newDraft, type Draft } from './draft.ts'
import { effectOf } from './effect.ts'
import { PreviewPanel } from './preview/PreviewPanel.tsx'
import { useLivePreview } from './preview/use-live-preview.ts'
import { SendPanel } from './SendPanel.tsx'
import styles from './criteria.module.css'
import { useSending } from './use-sending.ts'
import { TermsPanel } from './what/TermsPanel.tsx'
import { WhatPanel } from './what/WhatPanel.tsx'
import { WhoPanel } from './who/WhoPanel.tsx'

interface BuilderProps {
  connection: Connection
  /** Newest first. */
  versions: readonly CriteriaVersion[]
  sources: readonly Integration[]
  onStale: () => void
}

/** Asks before changes are lost, when the user opens another page or closes the window. */
const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const { t } = useTranslation('criteria')
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('leave.title')}
      text={t('leave.text')}
      action={t('leave.action')}
      back={t('leave.back')}
      onConfirm={async () => blocker.proceed()}
      onClose={blocker.reset}
    />
  )
}

/** The draft and whether it differs from what is saved. */
const useDraft = (newest: CriteriaVersion | undefined, sources: readonly Integration[]) => {
  const [draft, setDraft] = useState<Draft>(() => (newest?.criteria ? draftOf(newest.criteria) : newDraft(sources[0]?.id ?? '')))
  const [saved, setSaved] = useState(() => fingerprint(draft))
  return { draft, setDraft, isDirty: fingerprint(draft) !== saved, setSaved: (of: Draft) => setSaved(fingerprint(of)) }
}

const numberOf = (newest: CriteriaVersion | undefined) =>
  newest?.state === 'draft' ? newest.version : (newest?.version ?? 0) + 1

/** What sending does to the version in force, for the panel with the button. */
const useEffectOf = (draft: Draft, inForce: CriteriaVersion | undefined, preview: ReturnType<typeof useLivePreview>) => {
  const { data } = preview.query
  return {
    effect: effectOf(draft, inForce, preview.isCurrent ? data : undefined),
    inForce: inForce?.version,
    removed: data?.change?.removed,
  }
}

/** After inviting again: where the draft comes from, and what of it is missing. */
const Prefilled = ({ name, leftOut }: { name: string; leftOut: string[] | null }) => {
  const { t } = useTranslation('criteria')
  if (leftOut === null) return null
  return (
    <Note kind={leftOut.length === 0 ? 'info' : 'wait'}>
      {t('page.prefilled', { name })}
      {leftOut.length > 0 && ` ${t('page.leftOut', { list: leftOut.join('; ') })}`}
    </Note>
  )
}

/** Criteria on the left, on the right what the agency will see. */
export const Builder = ({ connection, versions, sources, onStale }: BuilderProps) => {
  const [newest] = versions
  const { id, name } = connection
  const navigate = useNavigate()
  const [initial] = useState(newest)
  const saved = newest?.state === 'draft' ? newest : undefined
  const inForce = versions.find(({ version }) => version === connection.versionInForce)
  const { draft, setDraft, isDirty, setSaved } = useDraft(initial, sources)
  const preview = useLivePreview(id, draft)
  const leave = () => void navigate({ to: innerPaths.connection, params: { id }, ignoreBlocker: true })
  const sending = useSending({
    connection,
    draft,
    onSaved: setSaved,
    onSent: leave,
    onStale,
  })
  const sent = useEffectOf(draft, inForce, preview)
  const editing = { name, draft, isChecked: sending.isChecked, onChange: setDraft }
  return (
    <div className={styles.page}>
      <BuilderHead
        connection={connection}
        inForce={inForce}
        n={numberOf(newest)}
        isDirty={isDirty}
        saved={saved}
        before={versions[1]}
        onDiscarded={leave}
        onReset={sent.effect === 'same' ? undefined : setDraft}
      />
      <Prefilled name={name} leftOut={saved?.leftOut ?? null} />
      <div className={styles.columns}>
        <div className="stack">
          <WhoPanel
            {...editing}
            sources={sources}
            saved={initial?.sentence ?? []}
            excluded={preview.isEstimate ? undefined : preview.query.data?.excluded.contacts}
          />
          <WhatPanel {...editing} />
          <TermsPanel {...editing} />
        </div>
        <div className={styles.right}>
          <PreviewPanel name={name} draft={draft} inForce={inForce} {...preview}>
            <SendPanel connection={connection} saved={saved} draft={draft} sending={sending} {...sent} />
          </PreviewPanel>
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  )
}
