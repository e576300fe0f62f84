import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import styles from '../criteria.module.css'
import { signed } from './PreviewPanel.tsx'

interface PreviewBarProps {
  preview: Pick<CriteriaPreview, 'shared' | 'change' | 'isEstimate'> | undefined
  /** Leads to the preview. */
  onOpen: () => void
}

const Count = ({ shared: { contacts }, change, isEstimate }: NonNullable<PreviewBarProps['preview']>) => {
  const { t } = useTranslation('criteria')
  const by = change && !isEstimate ? change.added.contacts - change.removed.contacts : 0
  return (
    <>
      {t(isEstimate ? 'versions.aboutPeople' : 'versions.people', { count: contacts, n: formatNumber(contacts) })}
      {by !== 0 && `, ${signed(by)}`}
    </>
  )
}

/** Where the preview is below what is edited: its count, and the way to it. */
export const PreviewBar = ({ preview, onOpen }: PreviewBarProps) => {
  const { t } = useTranslation('criteria')
  return (
    <div className={styles.bar}>
      <span className="grow medium numeric">{preview && <Count {...preview} />}</span>
      <Button variant="default" rightSection={<IconArrowDown size={16} stroke={1.75} />} onClick={onOpen}>
        {t('preview.open')}
      </Button>
    </div>
  )
}
