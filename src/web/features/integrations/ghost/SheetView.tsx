import type { ReactNode } from 'react'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useMay } from '#web/lib/may.ts'
import { MappingTab } from '../source/mapping/MappingTab.tsx'
import { RejectsTab } from '../source/rejects/RejectsTab.tsx'
import type { SourceTab } from '../source/source-search.ts'
import { tabsOf } from '../source/source-tabs.ts'
import { SourceView } from '../source/SourceView.tsx'
import type { ViewProps } from '../source/view-props.ts'
import { MappingAside } from './MappingAside.tsx'
import { CausesPanel } from './skipped/CausesPanel.tsx'

const order = ['mapping', 'set-aside', 'runs', 'counts', 'people'] as const satisfies readonly SourceTab[]

interface SheetViewProps {
  sheet: GhostSheet
  source: Integration
}

/** Its columns can be read while our access works. */
const useTabs = (source: Integration): SourceTab[] => {
  const may = useMay()
  // The server lists the contacts of a ghost company to every user who sees it.
  const tabs = tabsOf(source, {
    readsContacts: may('leads', 'r'),
    changes: may('integrations', 'w') && source.status === 'active',
  })
  return order.filter((tab) => tabs.includes(tab))
}

/** Tabs that show more of a ghost company's sheet than of another source. */
const viewsFor = ({ sheet, source }: SheetViewProps) => ({
  mapping: (props: ViewProps): ReactNode => (
    <MappingTab
      {...props}
      aside={(parts) => (
        <MappingAside {...parts} sheet={sheet} source={source} onSkipped={() => props.onOpen({ tab: 'set-aside' })} />
      )}
    />
  ),
  'set-aside': (props: ViewProps): ReactNode => (
    <div className="stack">
      {props.address.search.run === undefined && <CausesPanel sheet={sheet} />}
      <RejectsTab {...props} />
    </div>
  ),
})

/** The sheet of a ghost company as a source: its mapping, skipped rows, syncs, counts and contacts. */
export const SheetView = (props: SheetViewProps) => {
  const { source } = props
  const tabs = useTabs(source)
  return (
    <SourceView
      integration={source}
      tabs={tabs}
      first={tabs.includes('mapping') ? 'mapping' : 'people'}
      totals={{ people: source.contacts }}
      views={viewsFor(props)}
    />
  )
}
