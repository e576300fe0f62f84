import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import { formatDifference, formatNumber } from '#web/lib/format/format-number.ts'
import styles from '../criteria.module.css'

interface PreviewBarProps {
  preview: Pick<CriteriaPreview, 'shared' | 'change' | 'isEstimate'> | undefined
  /** Leads to the preview. */
  onOpen: () => void
}

const Count = ({ shared: { contacts }, change, isEstimate }: NonNullable<PreviewBarProps['preview']>) => {
  const { t } = useTranslation('criteria')
  const isCompared = change !== null && !isEstimate
  const difference = isCompared ? formatDifference({ added: change.added.contacts, removed: change.removed.contacts }) : ''
  return (
    <>
      {t(isEstimate ? 'versions.aboutPeople' : 'versions.people', { count: contacts, n: formatNumber(contacts) })}
      {difference !== '' && `, ${difference}`}
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
