import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { tableMessages } from '#web/messages/en-tables.ts'
import { BusyButton } from '../BusyButton.tsx'

addTranslations('tables', tableMessages)

interface Exported {
  content: Blob
  contacts: number
  notAllowed: number
  overLimit: number
}

interface ExportButtonProps {
  onExport: () => Promise<Exported>
  /** The company that does not allow exports. */
  refusedBy?: string | undefined
}

const icon = <IconDownload size={16} stroke={1.75} aria-hidden />

/** What the file has, and what it had to leave out. */
const useSummary = () => {
  const { t } = useTranslation('tables')
  return ({ contacts, notAllowed, overLimit }: Exported): string => {
    const withNumber = (count: number) => ({ count, n: formatNumber(count) })
    return [
      t('export.done', withNumber(contacts)),
      ...(notAllowed > 0 ? [t('export.notAllowed', withNumber(notAllowed))] : []),
      ...(overLimit > 0 ? [t('export.overLimit', withNumber(overLimit))] : []),
    ].join(' ')
  }
}

/** Saves contacts as a file, or says who does not allow it. */
export const ExportButton = ({ onExport, refusedBy }: ExportButtonProps) => {
  const { t } = useTranslation('tables')
  const { act, isBusy } = useAct()
  const summary = useSummary()
  const save = (exported: Exported) => {
    saveFile(exported.content, `${t('export.file')}-${new Date().toISOString().slice(0, 10)}.csv`)
    void showToast('success', summary(exported))
  }
  if (refusedBy !== undefined)
    return (
      <>
        <Button variant="default" leftSection={icon} disabled>
          {t('export.action')}
        </Button>
        <span className="caption dim">{t('export.refused', { name: refusedBy })}</span>
      </>
    )
  return (
    <BusyButton variant="default" busy={isBusy} leftSection={icon} onClick={() => void act(onExport, save)}>
      {t('export.action')}
    </BusyButton>
  )
}
