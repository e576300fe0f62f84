import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import { showToast } from '#web/lib/toast.ts'
import { Note } from '#web/ui/Note.tsx'

interface ConnectedNoteProps {
  integrations: readonly Integration[] | undefined
  isFetching: boolean
  onRefresh: () => void
}

/** The answer to coming back from a provider: the connection is here, or not visible yet. */
export const ConnectedNote = ({ integrations, isFetching, onRefresh }: ConnectedNoteProps) => {
  const { t } = useTranslation(['app', 'pages'])
  const { integrated } = useSearch({ from: '/shell/settings/integrations' })
  const provider = integrated ? providerNames[integrated] : ''
  const found = integrations?.some(({ type }) => type === integrated) ?? false
  const success = `${t('pages:integrations.success')} ${t('pages:integrations.successText', { provider })}`

  useEffect(() => {
    if (integrated && found) void showToast('success', success)
  }, [integrated, found, success])

  if (!integrated || !integrations) return null
  if (found) {
    return (
      <Note kind="good">
        <span className="medium">{t('pages:integrations.success')}</span> {t('pages:integrations.successText', { provider })}
      </Note>
    )
  }
  return (
    <Note
      kind="wait"
      action={
        <Button variant="default" size="xs" loading={isFetching} onClick={onRefresh}>
          {t('pages:integrations.refresh')}
        </Button>
      }
    >
      <span className="medium">{t('pages:integrations.notYet', { provider })}</span> {t('pages:integrations.notYetText')}
    </Note>
  )
}
