import '#web/ui/tabs-styles.ts'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SourceTab } from './source-search.ts'
import styles from './source.module.css'

interface SourceTabsProps {
  tabs: readonly SourceTab[]
  tab: SourceTab
  onTab: (tab: SourceTab) => void
  children: ReactNode
}

export const SourceTabs = ({ tabs, tab, onTab, children }: SourceTabsProps) => {
  const { t } = useTranslation('source')
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        const chosen = tabs.find((name) => name === next)
        if (chosen && chosen !== tab) onTab(chosen)
      }}
    >
      <Tabs.List className={styles.tabs} aria-label={t('tabsLabel')}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={styles.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
