import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { MappingPreview } from '#contract/integrations/mapping.ts'
import { useMappingPreview } from '#web/data/integrations/mapping.ts'
import { countChanges, draftOf, settingsOf } from '../source/mapping/mapping-draft.ts'
import { previewRows, type PreviewRow } from '../source/mapping/preview-rows.ts'
import type { Mapping } from '../source/mapping/use-mapping.ts'
import styles from './ghost.module.css'
import { IfSaved } from './skipped/IfSaved.tsx'
import { SkippedPanel } from './skipped/SkippedPanel.tsx'

interface MappingAsideProps {
  sheet: GhostSheet
  source: Integration
  mapping: Mapping
  preview: MappingPreview
  onSkipped: () => void
}

const figuresOf = (rows: readonly PreviewRow[]) => {
  const problems = rows.filter(({ problem }) => problem !== null).length
  return { readable: rows.length - problems, problems }
}

const nothing: ReadonlySet<number> = new Set()

/** What the saved mapping makes of the same rows. */
const useSavedRows = ({ id, settings }: Integration): PreviewRow[] | undefined => {
  const saved = draftOf(settings)
  const { data } = useMappingPreview(id, settingsOf(saved, settings))
  return data && previewRows(data, saved)
}

/** Beside the mapping of a ghost company's sheet. Only what the preview really read is counted. */
export const MappingAside = ({ sheet, source, mapping, preview, onSkipped }: MappingAsideProps) => {
  const { draft, isTouched, obstacle, isLooking, isNew } = mapping
  const saved = useSavedRows(source)
  const rows = previewRows(preview, draft)
  const isCompared = isTouched && !isNew && obstacle === null && saved !== undefined
  const readable = rows.filter(({ problem }) => problem === null).map(({ number }) => number)
  return (
    <div className={styles.aside} data-looking={isLooking || undefined}>
      {sheet.last_sync_at !== null && (
        <SkippedPanel sheet={sheet} readable={isCompared ? new Set(readable) : nothing} onAll={onSkipped} />
      )}
      {isCompared && (
        <IfSaved before={figuresOf(saved)} after={figuresOf(rows)} changes={countChanges(draft, draftOf(source.settings))} />
      )}
    </div>
  )
}
