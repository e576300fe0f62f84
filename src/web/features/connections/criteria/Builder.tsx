import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CriteriaVersion } from '#contract/connections/agreements.ts'
import type { Connection } from '#contract/connections/connections.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { usePreview } from '#web/data/connections/agreements.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { innerPaths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { criteriaOf, draftOf, fingerprint, isComplete, newDraft, type Draft } from './draft.ts'
import { effectOf } from './effect.ts'
import { PreviewPanel } from './preview/PreviewPanel.tsx'
import { SendPanel } from './SendPanel.tsx'
import styles from './criteria.module.css'
import { useSending } from './use-sending.ts'
import { TermsPanel } from './what/TermsPanel.tsx'
import { WhatPanel } from './what/WhatPanel.tsx'
import { WhoPanel } from './who/WhoPanel.tsx'

const editingPause = 400

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

interface HeadProps {
  connection: Connection
  inForce: CriteriaVersion | undefined
  n: number
  isDirty: boolean
  isSaved: boolean
  /** Undefined: the draft is what is shared already. */
  onReset: (() => void) | undefined
}

const Head = ({ connection: { id, name }, inForce, n, isDirty, isSaved, onReset }: HeadProps) => {
  const { t } = useTranslation('criteria')
  const company = useSession().user.client.name
  const since = inForce?.inForceFrom ?? null
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={innerPaths.connection} params={{ id }}>
        <IconArrowLeft size={15} stroke={1.75} aria-hidden />
        {name}
      </Link>
      <div className="grow">
        <h2>{t('page.title', { company })}</h2>
        <p className="small dim">
          {inForce && since && `${t('page.inForce', { inForce: inForce.version, day: dayOf(since), n })} `}
          {!inForce && t('page.first', { name })}
        </p>
      </div>
      {inForce && onReset && (
        <Button variant="default" onClick={onReset}>
          {t('page.reset', { n: inForce.version })}
        </Button>
      )}
      {(isDirty || isSaved) && (
        <StatusBadge kind={isDirty ? 'wait' : 'off'}>{t(isDirty ? 'page.unsaved' : 'page.saved')}</StatusBadge>
      )}
    </header>
  )
}

/** The draft and whether it differs from what is saved. */
const useDraft = (newest: CriteriaVersion | undefined, sources: readonly Integration[]) => {
  const [draft, setDraft] = useState<Draft>(() => (newest?.criteria ? draftOf(newest.criteria) : newDraft(sources[0]?.id ?? '')))
  const [saved, setSaved] = useState(() => fingerprint(draft))
  return { draft, setDraft, isDirty: fingerprint(draft) !== saved, setSaved: (of: Draft) => setSaved(fingerprint(of)) }
}

/** Counts what the draft would share when the user pauses. */
const useLivePreview = (id: string, draft: Draft) => {
  const canBeShown = isComplete(draft)
  const text = canBeShown ? JSON.stringify(criteriaOf(draft)) : null
  const [settled] = useDebouncedValue(text, editingPause)
  const query = usePreview(id, settled === null ? null : (JSON.parse(settled) as ReturnType<typeof criteriaOf>))
  return {
    query,
    isComplete: canBeShown,
    isCurrent: canBeShown && settled === text && !query.isPlaceholderData && !query.isPending,
  }
}

const numberOf = (newest: CriteriaVersion | undefined) =>
  newest?.state === 'draft' ? newest.version : (newest?.version ?? 0) + 1

/** Criteria on the left, on the right what the agency will see. */
export const Builder = ({ connection, versions, sources, onStale }: BuilderProps) => {
  const [newest] = versions
  const { id, name } = connection
  const navigate = useNavigate()
  const [initial] = useState(newest)
  const inForce = versions.find(({ version }) => version === connection.versionInForce)
  const { draft, setDraft, isDirty, setSaved } = useDraft(initial, sources)
  const preview = useLivePreview(id, draft)
  const sending = useSending({
    connection,
    draft,
    onSaved: setSaved,
    onSent: () => void navigate({ to: innerPaths.connection, params: { id }, ignoreBlocker: true }),
    onStale,
  })
  const effect = effectOf(draft, inForce, preview.isCurrent ? preview.query.data : undefined)
  const agreed = inForce?.criteria
  const editing = { name, draft, isChecked: sending.isChecked, onChange: setDraft }
  return (
    <div className={styles.page}>
      <Head
        connection={connection}
        inForce={inForce}
        n={numberOf(newest)}
        isDirty={isDirty}
        isSaved={newest?.state === 'draft'}
        onReset={agreed && effect !== 'same' ? () => setDraft(draftOf(agreed)) : undefined}
      />
      <div className={styles.columns}>
        <div className="stack">
          <WhoPanel
            {...editing}
            sources={sources}
            saved={initial?.sentence ?? []}
            excluded={preview.query.data?.excluded.contacts}
          />
          <WhatPanel {...editing} />
          <TermsPanel {...editing} />
        </div>
        <div className={styles.right}>
          <PreviewPanel name={name} draft={draft} inForce={inForce} {...preview}>
            <SendPanel
              name={name}
              draft={draft}
              sending={sending}
              effect={effect}
              inForce={inForce?.version}
              removed={preview.query.data?.change?.removed}
            />
          </PreviewPanel>
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </div>
  )
}
