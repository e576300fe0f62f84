import type { Row } from '#server/platform/db/scope.ts'

export interface GhostCompanyRef {
  clientId: string
  ghostCompanyId: string
}

export type GhostCompanyRow = Row<'ghost_company'>
