import { defineActs } from '../acts/model.ts'

const audit = { object: 'ghost_company' } as const
const live = ['ghostCompanies'] as const

export const acts = defineActs({
  'ghost_company.created': { event: 'ghost_company.created', audit, live },
  'ghost_company.renamed': { event: 'ghost_company.renamed', audit, live },
  // The activity shows that its source was disconnected.
  'ghost_company.disconnected': { audit, live },
  'ghost_company.data_deleted': { event: 'ghost_company.data_deleted', audit, live },
  'ghost_company.deleted': { event: 'ghost_company.deleted', audit, live },
})
