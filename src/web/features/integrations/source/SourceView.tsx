import type { ReactNode } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useAddress } from '#web/lib/address/use-address.ts'
import { isRunning } from '../progress/run-state.ts'
import { ContactsTab } from './contacts/ContactsTab.tsx'
import { CountsTab } from './counts/CountsTab.tsx'
import { MappingTab } from './mapping/MappingTab.tsx'
import { RejectsTab } from './rejects/RejectsTab.tsx'
import { LatestRun } from './runs/LatestRun.tsx'
import { RunsTab } from './runs/RunsTab.tsx'
import { sourceSearch, type SourceTab } from './source-search.ts'
import { shownTab } from './source-tabs.ts'
import styles from './source.module.css'
import { SourceNotes } from './SourceNotes.tsx'
import { SourceTabs } from './SourceTabs.tsx'
import { SpendTab } from './spend/SpendTab.tsx'
import type { ViewProps } from './view-props.ts'

const usualViews = {
  spend: SpendTab,
  runs: RunsTab,
  'set-aside': RejectsTab,
  counts: CountsTab,
  mapping: MappingTab,
  people: ContactsTab,
}

/** Parameters of one tab that other tabs do not use. */
const nothingChosen = {
  run: undefined,
  q: undefined,
  held: undefined,
  person: undefined,
  days: undefined,
  page: undefined,
  size: undefined,
}

interface SourceViewProps {
  integration: Integration
  tabs: readonly SourceTab[]
  /** The tab without one in the address, if it is not the usual one. */
  first?: SourceTab
  /** Numbers next to the names of tabs. */
  totals?: Partial<Record<SourceTab, number>>
  /** Tabs that show more than the usual view. */
  views?: Partial<Record<SourceTab, (props: ViewProps) => ReactNode>>
}

/** What is known of a source, below its heading: its problems, and a tab for each kind of data. */
export const SourceView = ({ integration, tabs, first, totals, views }: SourceViewProps) => {
  const address = useAddress(sourceSearch)
  const tab = shownTab(integration, tabs, address.search.tab ?? first)
  const open = (next: object) => address.step({ ...nothingChosen, ...next })
  const props: ViewProps = { integration, address, onOpen: open }
  const View = usualViews[tab]
  return (
    <>
      <SourceNotes integration={integration} tab={tab} />
      <SourceTabs integration={integration} tabs={tabs} tab={tab} totals={totals} onTab={(next) => open({ tab: next })}>
        {tab === 'spend' && isRunning(integration) && (
          <div className={styles.above}>
            <LatestRun source={integration} />
          </div>
        )}
        {views?.[tab]?.(props) ?? <View {...props} />}
      </SourceTabs>
    </>
  )
}
