import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Message } from '#web/ui/Message.tsx'

const CrashMessage = () => {
  const { t } = useTranslation()
  return (
    <main>
      <Message
        fullScreen
        heading="h1"
        title={t('crash.title')}
        text={t('crash.text')}
        actions={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      />
    </main>
  )
}

/** The last net: something failed outside every page. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashMessage /> : this.props.children
  }
}
