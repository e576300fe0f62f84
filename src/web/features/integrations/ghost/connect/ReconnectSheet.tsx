import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { useConnectSheet } from './use-connect-sheet.ts'

/** The sheet is known, so Google is opened directly. */
export const ReconnectSheet = ({ id, status, name }: { id: string } & Pick<Integration, 'status' | 'name'>) => {
  const { t } = useTranslation('ghosts')
  const { act, isBusy } = useAct()
  const connect = useConnectSheet()
  return (
    <BusyButton
      size="xs"
      variant={status === 'error' ? 'filled' : 'default'}
      busy={isBusy}
      aria-label={t('connect.againLabel', { name })}
      onClick={() => void act(() => connect({ id }))}
    >
      {t('connect.again')}
    </BusyButton>
  )
}
