import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useApproveRemoval } from '#web/data/syncs/runs.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { whyNotNow } from '../../progress/run-state.ts'

/** Whether filters exclude some records of the source. */
const isFiltered = ({ settings: { tags = [], dispos = [] } }: Integration): boolean => tags.length + dispos.length > 0

/** Asks for confirmation, with counts, before the removal. */
export const RemoveThem = ({ integration, what }: { integration: Integration; what: string }) => {
  const { t } = useTranslation('source')
  const agree = useApproveRemoval()
  const [isConfirming, setIsConfirming] = useState(false)
  const reason = whyNotNow(integration)
  return (
    <>
      <Button
        size="xs"
        color="red"
        aria-disabled={reason !== null}
        title={reason ? t(`rejects.${reason}`) : undefined}
        onClick={() => reason ?? setIsConfirming(true)}
      >
        {t('removal.action')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('removal.title', { what })}
          text={t(isFiltered(integration) ? 'removal.textChoice' : 'removal.textVendor', {
            vendor: integration.vendor,
          })}
          action={t('removal.action')}
          done={t('removal.started')}
          onConfirm={() => agree.mutateAsync(integration.id)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
