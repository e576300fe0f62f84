import { useEffect } from 'react'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { isNotFound } from '#web/data/connections.ts'
import { useGhostCompanies, useGhostSheet } from '#web/data/connections/ghost-companies.ts'
import { useIntegrations } from '#web/data/integrations/integration-list.ts'
import { useProgressPolling } from '#web/data/integrations/integration-status.ts'
import { useMay } from '#web/lib/may.ts'
import { failedOf } from '#web/ui/loading/failed-queries.ts'

export interface Known {
  company: GhostCompany
  sheet: GhostSheet
  /** The source that reads the sheet; undefined if there is none, or it is being erased. */
  source: Integration | undefined
  isErasing: boolean
}

type Parts = Pick<Known, 'company' | 'sheet'> & { sources: readonly Integration[] }

/** Undefined while a sheet that was just connected is not in the list of sources yet. */
const knownOf = ({ company, sheet, sources }: Parts): Known | undefined => {
  const { integration_id: id } = sheet
  const source = sources.find((one) => one.id === id)
  if (id !== null && !source) return undefined
  const isErasing = id === null && sources.some((one) => one.ghost_company_id === company.id)
  return { company, sheet, source, isErasing }
}

/** The list of sources may have been loaded before the sheet was connected. */
const useListedSheet = (sheet: GhostSheet | undefined, { data, refetch }: ReturnType<typeof useIntegrations>): void => {
  const id = sheet?.integration_id ?? null
  const isUnlisted = id !== null && data !== undefined && data.items.every((one) => one.id !== id)
  useEffect(() => {
    if (isUnlisted) void refetch()
  }, [isUnlisted, refetch])
}

/** What its page shows, in three parts that are loaded together. */
export const useKnown = (id: string) => {
  const [companies, sheet, integrations] = [useGhostCompanies(), useGhostSheet(id), useIntegrations()]
  const mayRead = useMay()('ghostCompanies', 'r')
  useProgressPolling(integrations.data?.items)
  useListedSheet(sheet.data, integrations)
  const company = companies.data?.items.find((one) => one.id === id)
  const isUnknown = companies.isSuccess && !companies.isFetching && company === undefined
  const parts = company && sheet.data && integrations.data
  return {
    isMissing: !mayRead || isUnknown || isNotFound(sheet.error),
    failure: failedOf([companies, sheet, integrations]),
    known: parts && knownOf({ company, sheet: sheet.data, sources: integrations.data.items }),
  }
}
