import { IconDownload, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useExportAudit, useVerifyAudit, type Verification } from '#web/data/audit.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import pageButton from '#web/ui/page/page-button.module.css'
import styles from './audit.module.css'

type Filter = Omit<Parameters<ReturnType<typeof useExportAudit>['mutateAsync']>[0], 'format'>

const endings = { csv: 'csv', json: 'jsonl' } as const

const ExportButton = ({ format, filter }: { format: keyof typeof endings; filter: Filter }) => {
  const { t } = useTranslation('audit')
  const { act, isBusy } = useAct()
  const exportAudit = useExportAudit()
  const save = (content: Blob) => {
    const day = new Date().toISOString().slice(0, 10)
    saveFile(content, `${t('export.file')}-${day}.${endings[format]}`)
  }
  return (
    <BusyButton
      variant="default"
      busy={isBusy}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      onClick={() => void act(() => exportAudit.mutateAsync({ ...filter, format }), save)}
    >
      {t(`export.${format}`)}
    </BusyButton>
  )
}

interface AuditActionsProps {
  filter: Filter
  /** The account whose chain is verified: each account has its own. */
  clientId: string
  onVerified: (verified: { clientId: string; result: Verification }) => void
}

export const AuditActions = ({ filter, clientId, onVerified }: AuditActionsProps) => {
  const { t } = useTranslation('audit')
  const { act, isBusy } = useAct()
  const verify = useVerifyAudit()
  const check = () =>
    act(
      () => verify.mutateAsync(clientId),
      (result) => onVerified({ clientId, result }),
    )
  return (
    <>
      <div className={styles.exports}>
        <ExportButton format="csv" filter={filter} />
        <ExportButton format="json" filter={filter} />
      </div>
      <PageActions>
        <BusyButton
          className={pageButton.button}
          aria-label={t('verify.action')}
          leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
          busy={isBusy}
          onClick={() => void check()}
        >
          <span className="from-tablet">{t('verify.action')}</span>
        </BusyButton>
      </PageActions>
    </>
  )
}
