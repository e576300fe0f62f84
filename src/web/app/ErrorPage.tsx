import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Message } from '#web/ui/Message.tsx'

/** Takes the place of a page that crashed or could not be downloaded; everything around it goes on working. */
export const ErrorPage = () => {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Message
        fullScreen
        icon={<IconAlertTriangle size={22} stroke={1.75} />}
        title={t('crash.title')}
        text={t('crash.text')}
        actions={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      />
    </div>
  )
}
