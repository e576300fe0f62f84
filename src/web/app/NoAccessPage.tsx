import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

export const NoAccessPage = () => {
  const { t } = useTranslation('app')
  return (
    <EmptyState
      fullScreen
      icon={<IconLock size={22} stroke={1.75} />}
      title={t('noAccess.title')}
      text={t('noAccess.text')}
      actions={<Button renderRoot={(props) => <Link to={paths.home} {...props} />}>{t('noAccess.action')}</Button>}
    />
  )
}
