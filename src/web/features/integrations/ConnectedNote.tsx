import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useConnectors } from '#web/data/integrations/connect.ts'
import { providerTypeFrom } from '#web/lib/provider-type.ts'
import { showToast } from '#web/lib/toast.ts'
import { Note } from '#web/ui/Note.tsx'

interface ConnectedNoteProps {
  integrations: readonly Integration[] | undefined
  isFetching: boolean
  onRefresh: () => void
}

/** The connector in the address, if there is one. */
const useConnector = (named: string | undefined): Partial<ConnectorManifest> => {
  const vendorType = providerTypeFrom(named)
  return useConnectors().data?.items.find(({ type }) => type === vendorType) ?? {}
}

/** Shown after the user returns from a vendor: a toast when the source is in the list, a note until then. */
export const ConnectedNote = ({ integrations, isFetching, onRefresh }: ConnectedNoteProps) => {
  const { t } = useTranslation('syncs')
  const { integrated } = useSearch({ from: '/shell/settings/integrations' })
  const { type: connected, name: provider = '' } = useConnector(integrated)
  const found = integrations?.find(({ type, status }) => type === connected && status !== 'disconnected')
  const isFound = found !== undefined
  const success = `${t('success')} ${t(found?.needs ? 'successSetup' : 'successText', { provider })}`

  useEffect(() => {
    if (provider && isFound) void showToast('success', success)
  }, [provider, isFound, success])

  if (!provider || !integrations || isFound) return null
  return (
    <Note
      kind="wait"
      action={
        <Button variant="default" size="xs" loading={isFetching} onClick={onRefresh}>
          {t('refresh')}
        </Button>
      }
    >
      <span className="medium">{t('notYet', { provider })}</span> {t('notYetText')}
    </Note>
  )
}
