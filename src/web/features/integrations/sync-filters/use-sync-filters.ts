import { useForm } from '@mantine/form'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useSaveConfig } from '#web/data/syncs/sync-configs.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import { draftOf, isSame, leftOut, settingsOf, type Draft } from './draft.ts'

export interface SyncFiltersProps {
  source: Integration
  connector: ConnectorManifest
  onClose: () => void
}

/** Saves immediately if no record is excluded; else asks for confirmation first. */
export const useSyncFilters = ({ source, connector, onClose }: SyncFiltersProps) => {
  const { t } = useTranslation('syncs')
  const update = useSaveConfig()
  const { failure, busy, attempt, clearFailure } = useAttempt(useErrorText())
  const { values: draft, setValues } = useForm<Draft>({ initialValues: draftOf(source.settings), onValuesChange: clearFailure })
  const [isConfirming, setIsConfirming] = useState(false)
  const isChanged = !isSame(draft, draftOf(source.settings))
  const lost = leftOut(draft, source.settings)
  const save = async () => {
    const settings = settingsOf(draft, source.settings, connector.hasTags)
    await update.mutateAsync({ source, settings })
    void showToast('success', t('reads.done', { name: titleOf(source) }))
    onClose()
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isChanged) return onClose()
    return lost === null ? void attempt(save) : setIsConfirming(true)
  }
  return {
    draft,
    change: (next: Partial<Draft>) => setValues(next),
    isChanged,
    lost,
    save,
    form: { busy, failure: failure?.text ?? null, errors: {}, onSubmit },
    isConfirming,
    cancel: () => setIsConfirming(false),
  }
}

export type SyncFilters = ReturnType<typeof useSyncFilters>
