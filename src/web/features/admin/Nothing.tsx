import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

interface NothingProps {
  icon: ReactNode
  title: string
  text: string
  /** What can be searched for, if the search may be the reason. */
  hint?: string
  /** Set if a search or a filter may be the reason. */
  onReset?: (() => void) | undefined
}

/** An empty list: there is nothing yet, or nothing matches. */
export const Nothing = ({ icon, title, text, hint, onReset }: NothingProps) => {
  const { t } = useTranslation('admin')
  if (!onReset) return <EmptyState icon={icon} title={title} text={text} />
  return (
    <EmptyState
      icon={icon}
      title={t('filtered.title')}
      text={[t('filtered.text'), hint].filter(Boolean).join(' ')}
      actions={
        <Button variant="default" onClick={onReset}>
          {t('filtered.action')}
        </Button>
      }
    />
  )
}
