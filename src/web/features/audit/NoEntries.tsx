import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const NoEntries = ({ onReset }: { onReset: (() => void) | undefined }) => {
  const { t } = useTranslation('audit')
  const texts = onReset ? 'filtered' : 'empty'
  return (
    <EmptyState
      icon={<IconHistory size={22} stroke={1.75} />}
      title={t(`${texts}.title`)}
      text={t(`${texts}.text`)}
      actions={
        onReset && (
          <Button variant="default" onClick={onReset}>
            {t('filtered.action')}
          </Button>
        )
      }
    />
  )
}
