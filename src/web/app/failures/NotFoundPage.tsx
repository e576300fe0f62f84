import { Button } from '@mantine/core'
import { IconCompass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

export const NotFoundPage = () => {
  const { t } = useTranslation('app')
  return (
    <EmptyState
      fullScreen
      icon={<IconCompass size={22} stroke={1.75} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      actions={<Button renderRoot={(props) => <Link to={paths.home} {...props} />}>{t('notFound.action')}</Button>}
    />
  )
}
