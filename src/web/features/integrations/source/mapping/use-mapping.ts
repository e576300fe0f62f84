import { useEffect, useState } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { SyncSettings } from '#contract/syncs/sync-settings.ts'
import { useMappingPreview } from '#web/data/integrations/mapping.ts'
import { useSaveConfig } from '#web/data/syncs/sync-configs.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { draftOf, filledIn, missingFields, hasIdentifier, lacksDate, settingsOf, type Draft } from './mapping-draft.ts'

const pause = 300

/** The settings for the preview, updated when the user stops editing. */
const useSettled = (settings: SyncSettings): SyncSettings => {
  const text = JSON.stringify(settings)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return JSON.parse(settled) as SyncSettings
}

type Obstacle = 'table' | 'identifier' | 'created' | 'gone'

const obstacleOf = (draft: Draft, missing: readonly string[], isDateMissing: boolean): Obstacle | null => {
  if (draft.tableId === null) return 'table'
  if (!hasIdentifier(draft.map)) return 'identifier'
  if (isDateMissing) return 'created'
  return missing.length > 0 ? 'gone' : null
}

/** The edited draft, starting from the saved settings; while it is unedited, it follows the saved settings. */
const useDraft = (integration: Integration) => {
  const [base, setBase] = useState(integration)
  const [draft, setDraft] = useState(() => draftOf(integration.settings))
  const [isTouched, setIsTouched] = useState(false)
  const restart = (from: Integration) => {
    setBase(from)
    setDraft(draftOf(from.settings))
    setIsTouched(false)
  }
  if (integration.version > base.version && !isTouched) restart(integration)
  const change = (next: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...next }))
    setIsTouched(true)
  }
  return { base, draft, setDraft, isTouched, restart, change }
}

export const useMapping = (integration: Integration) => {
  const { base, draft, setDraft, isTouched, restart, change } = useDraft(integration)
  const update = useSaveConfig()
  const settings = settingsOf(draft, base.settings)
  const settled = useSettled(settings)
  const query = useMappingPreview(integration.id, settled)
  const { data: preview, isPlaceholderData } = query
  const isAnswered = preview !== undefined && !isPlaceholderData && JSON.stringify(settled) === JSON.stringify(settings)
  const filled = isAnswered ? filledIn(draft, preview) : draft
  if (filled !== draft) setDraft(filled)
  const missing = isAnswered ? missingFields(draft.map, preview.columns) : []
  const isDateMissing = lacksDate(draft.map, preview?.problems)
  const save = async () => {
    restart(await update.mutateAsync({ source: base, settings }))
  }
  return {
    draft,
    change,
    query,
    isTouched,
    missing,
    isDateMissing,
    obstacle: obstacleOf(draft, missing, isDateMissing),
    /** Nothing is saved for this source yet, so even the suggestion is worth saving. */
    isNew: base.settings.map === undefined,
    isLooking: query.isFetching || !isAnswered,
    save,
    isSaving: update.isPending,
    error: update.error,
    isConflict: update.error instanceof ApiError && update.error.code === 'STALE_VERSION',
    discard: () => {
      update.reset()
      restart(integration)
    },
  }
}

export type Mapping = ReturnType<typeof useMapping>
