import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { innerPaths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { addedTo } from './added/added.ts'
import { BuilderHead } from './BuilderHead.tsx'
import { Conflict } from './sending/Conflict.tsx'
import { draftOf, fingerprint, newDraft, type Draft } from './draft.ts'
import { effectOf, obstacleOf } from './sending/effect.ts'
import { erasedBy } from './sending/erased.ts'
import { PreviewBar } from './preview/PreviewBar.tsx'
import { PreviewPanel } from './preview/PreviewPanel.tsx'
import { useLivePreview } from './preview/use-live-preview.ts'
import { Confirmations, SendFoot } from './sending/SendPanel.tsx'
import type { EditorProps } from './editor-props.ts'
import styles from './criteria.module.css'
import { useSending } from './sending/use-sending.ts'
import { TermsPanel } from './what/TermsPanel.tsx'
import { WhatPanel } from './what/WhatPanel.tsx'
import { WhoPanel } from './who/WhoPanel.tsx'

interface BuilderProps {
  connection: Connection
  /** Newest first. */
  versions: readonly CriteriaVersion[]
  sources: readonly Integration[]
  /** Starts again from what is saved. */
  onRestart: () => Promise<unknown>
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

const hashOf = (newest: CriteriaVersion | undefined) => newest?.textHash ?? null

/** The draft, whether it differs from what was saved, and what that was. */
const useDraft = (newest: CriteriaVersion | undefined, sources: readonly Integration[]) => {
  const [draft, setDraft] = useState<Draft>(() => (newest?.criteria ? draftOf(newest.criteria) : newDraft(sources[0]?.id ?? '')))
  const [saved, setSaved] = useState(() => ({ text: fingerprint(draft), base: hashOf(newest) }))
  const [isConflict, setIsConflict] = useState(false)
  return {
    draft,
    setDraft,
    base: saved.base,
    isDirty: fingerprint(draft) !== saved.text,
    setSaved: (of: Draft, version: CriteriaVersion) => setSaved({ text: fingerprint(of), base: version.textHash }),
    /** Whether somebody else saved another draft, and the user has not decided yet. */
    isConflict,
    setConflict: () => setIsConflict(true),
    /** What is saved now is not the draft, and may be replaced by it. */
    setReplaced: (version: CriteriaVersion | undefined) => {
      setIsConflict(false)
      setSaved({ text: '', base: hashOf(version) })
    },
  }
}

const numberOf = (newest: CriteriaVersion | undefined) =>
  newest?.state === 'draft' ? newest.version : (newest?.version ?? 0) + 1

/** What sending does, and what has to be known before, for the panel with the button. */
const describeSending = (draft: Draft, inForce: CriteriaVersion | undefined, preview: ReturnType<typeof useLivePreview>) => {
  const { data, isError } = preview.query
  const counts = preview.isOfDraft && isError ? 'failed' : preview.isCurrent ? data : undefined
  const effect = effectOf(draft, inForce, counts)
  return {
    preview: data,
    effect,
    obstacle: obstacleOf(effect, { ...preview, isError }),
    inForce: inForce?.version,
    erased: data && inForce?.criteria ? erasedBy(inForce.criteria, draft.base, data) : undefined,
    contacts: preview.isCurrent ? data?.shared.contacts : undefined,
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

interface PanelsProps extends EditorProps, Pick<BuilderProps, 'sources'> {
  saved: CriteriaVersion['sentence']
  preview: ReturnType<typeof useLivePreview>
  /** Leads to the preview. */
  onPreview: () => void
}

const Panels = ({ sources, saved, preview: { query, isEstimate }, onPreview, ...editing }: PanelsProps) => (
  <div className="stack">
    <WhoPanel {...editing} sources={sources} saved={saved} excluded={isEstimate ? undefined : query.data?.excluded.contacts} />
    <WhatPanel {...editing} />
    <TermsPanel {...editing} />
    <PreviewBar preview={query.data} onOpen={onPreview} />
  </div>
)

const lead = (to: HTMLElement | null) => {
  to?.focus({ preventScroll: true })
  to?.scrollIntoView({ block: 'start' })
}

/** Criteria on the left, on the right what the agency will see. */
export const Builder = ({ connection, versions, sources, onRestart }: BuilderProps) => {
  const [newest] = versions
  const { id, name } = connection
  const navigate = useNavigate()
  const right = useRef<HTMLDivElement>(null)
  const [initial] = useState(newest)
  const saved = newest?.state === 'draft' ? newest : undefined
  const inForce = versions.find(({ version }) => version === connection.versionInForce)
  const { draft, setDraft, base, isDirty, setSaved, isConflict, setConflict, setReplaced } = useDraft(initial, sources)
  const preview = useLivePreview(id, draft)
  const leave = () => void navigate({ to: innerPaths.connection, params: { id }, ignoreBlocker: true })
  const sent = describeSending(draft, inForce, preview)
  const sending = useSending({
    connection,
    draft,
    base,
    preview: sent.preview,
    effect: sent.effect,
    onSaved: setSaved,
    onSent: leave,
    onConflict: setConflict,
  })
  const confirming = { connection, saved, draft, sending, ...sent }
  const editing = { name, draft, added: addedTo(inForce?.criteria, draft), isChecked: sending.isChecked, onChange: setDraft }
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
        <Panels
          {...editing}
          sources={sources}
          saved={initial?.sentence ?? []}
          preview={preview}
          onPreview={() => lead(right.current)}
        />
        <div className={styles.right} ref={right} tabIndex={-1}>
          <PreviewPanel {...editing} {...preview} inForce={inForce} foot={<SendFoot {...confirming} />}>
            <Confirmations {...confirming} />
          </PreviewPanel>
        </div>
      </div>
      {isConflict && <Conflict newest={newest} onReplace={onRestart} onKeep={() => setReplaced(newest)} />}
      <LeaveGuard isDirty={isDirty} />
    </div>
  )
}
