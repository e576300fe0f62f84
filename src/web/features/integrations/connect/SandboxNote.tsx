import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'

export const SandboxNote = ({ provider }: { provider: string }) => {
  const { t } = useTranslation('syncs')
  return (
    <Note kind="info">
      {t('drawer.sandbox', { provider })}{' '}
      <a href={paths.sandboxes} target="_blank" rel="noreferrer">
        {t('drawer.sandboxMore')}
      </a>
    </Note>
  )
}
