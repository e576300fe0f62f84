import { Skeleton } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import type { ViewProps } from '../view-props.ts'
import { ColumnChoices } from './ColumnChoices.tsx'
import { Formats } from './Formats.tsx'
import styles from './mapping.module.css'
import { Outcome } from './Outcome.tsx'
import { SaveBar } from './SaveBar.tsx'
import { TableChoice } from './TableChoice.tsx'
import { useMapping, type Mapping } from './use-mapping.ts'

/** Asks before changes are lost, when the user opens another page or closes the window. */
const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const { t } = useTranslation('source')
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('mapping.leave.title')}
      text={t('mapping.leave.text')}
      action={t('mapping.leave.action')}
      onConfirm={async () => blocker.proceed()}
      onClose={blocker.reset}
    />
  )
}

interface EditorProps {
  mapping: Mapping
  preview: MappingPreview
}

const Editor = ({ mapping, preview }: EditorProps) => (
  <div className={styles.editor}>
    <TableChoice mapping={mapping} preview={preview} isSheet={!preview.has_named_columns} />
    <ColumnChoices mapping={mapping} preview={preview} />
    <Formats mapping={mapping} />
    <Outcome mapping={mapping} preview={preview} />
  </div>
)

const EditorSkeleton = () => (
  <div className="stack" aria-hidden>
    <Skeleton height={260} radius="md" />
    <Skeleton height={420} radius="md" />
  </div>
)

interface MappingTabProps extends ViewProps {
  /** What is shown beside the editor. */
  aside?: (parts: EditorProps) => ReactNode
}

/** How the rows of a sheet or table become contacts and opportunities. */
export const MappingTab = ({ integration, aside }: MappingTabProps) => {
  const mapping = useMapping(integration)
  return (
    <div className="stack">
      <Loaded query={mapping.query} skeleton={<EditorSkeleton />}>
        {(preview) => (
          <>
            <div className={aside ? styles.beside : undefined}>
              <Editor mapping={mapping} preview={preview} />
              {aside?.({ mapping, preview })}
            </div>
            <SaveBar mapping={mapping} />
          </>
        )}
      </Loaded>
      <LeaveGuard isDirty={mapping.isTouched} />
    </div>
  )
}
