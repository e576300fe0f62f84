import type { CriteriaPreview } from '#contract/connections/agreements.ts'
import type { Criteria } from '#contract/criteria/criteria.ts'
import { customFieldOf, fieldLabel, fieldsOf } from '#contract/criteria/fields.ts'

interface Counts {
  contacts: number
  opportunities: number
}

type Shared = Pick<Criteria, 'type_of_data' | 'fields'>

/** What the agency loses as soon as less is shared. */
export interface Erased {
  /** Whose rows are all replaced by totals. */
  toTotals: number | null
  removed: Counts
  /** Those that stay, without these fields. */
  kept: Counts
  lostFields: Record<keyof Counts, string[]>
}

const isOfOpportunity = (field: string): boolean => field.startsWith('opportunity.') || customFieldOf(field)?.of === 'opportunity'

const labelOf = (field: string): string => (customFieldOf(field) ? fieldLabel(field) : fieldLabel(field).toLowerCase())

export const erasedBy = (before: Shared, next: Shared, preview: Pick<CriteriaPreview, 'shared' | 'change'>): Erased => {
  const removed = preview.change?.removed ?? { contacts: 0, opportunities: 0 }
  const left = fieldsOf(next)
  const lost = fieldsOf(before).filter((field) => !left.includes(field))
  const isFirstCounts = next.type_of_data === 'COUNTS' && before.type_of_data !== 'COUNTS'
  return {
    toTotals: isFirstCounts ? preview.shared.contacts + removed.contacts : null,
    removed,
    kept: preview.shared,
    lostFields: {
      contacts: lost.filter((field) => !isOfOpportunity(field)).map(labelOf),
      opportunities: lost.filter(isOfOpportunity).map(labelOf),
    },
  }
}
