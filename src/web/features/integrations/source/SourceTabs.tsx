import '#web/ui/page/tabs-styles.ts'
import { Tabs } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useRejects } from '#web/data/syncs/runs.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import type { SourceTab } from './source-search.ts'
import styles from './source.module.css'

/** Scrolls the current tab into view if the tabs are wider than the screen. */
const useShown = (index: number) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabs = list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? []
    // A count that loads later moves the other tabs.
    const observer = new ResizeObserver(() => {
      const chosen = tabs[index]
      if (!list.current || !chosen) return
      list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2
    })
    for (const tab of tabs) observer.observe(tab)
    return () => observer.disconnect()
  }, [index])
  return list
}

/** The number of skipped rows. */
const SkippedCount = ({ integrationId }: { integrationId: string }) => {
  const total = useRejects(integrationId, { skip: 0, limit: 1 }).data?.total
  return total ? <span className={styles.count}>{formatNumber(total)}</span> : null
}

interface SourceTabsProps {
  integration: Integration
  tabs: readonly SourceTab[]
  tab: SourceTab
  totals?: Partial<Record<SourceTab, number>> | undefined
  onTab: (tab: SourceTab) => void
  children: ReactNode
}

export const SourceTabs = ({ integration, tabs, tab, totals, onTab, children }: SourceTabsProps) => {
  const { t } = useTranslation('source')
  const list = useShown(tabs.indexOf(tab))
  return (
    <Tabs
      value={tab}
      onChange={(next) => {
        const chosen = tabs.find((name) => name === next)
        if (chosen && chosen !== tab) onTab(chosen)
      }}
    >
      <Tabs.List ref={list} className={styles.tabs} aria-label={t('tabsLabel')}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tabs.${name}`)} {name === 'set-aside' && <SkippedCount integrationId={integration.id} />}
            {totals?.[name] !== undefined && <span className={styles.total}>{formatNumber(totals[name])}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={styles.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
