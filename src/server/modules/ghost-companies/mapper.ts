// What users see of a ghost company: it follows from its row, and from the integration that reads its sheet.
import type { GhostCompany, GhostStatus } from '#contract/ghost-companies/companies.ts'
import type { GhostSheet } from '#contract/ghost-companies/sheets.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import type { GhostCompanyRow } from './model.ts'

export interface Around {
  /** Those that came by webhook. */
  people: number
  opportunities: number
  claim: GhostCompany['claim']
}

export interface KnownCompany {
  row: GhostCompanyRow
  /** Undefined: it was never connected, or its data was erased. */
  sheet: Integration | undefined
  around: Around
}

const isPast = (instant: string | null): boolean => instant !== null && Date.parse(instant) <= Date.now()

const isErasing = ({ status, erase_at: eraseAt }: Integration): boolean => status === 'disconnected' && isPast(eraseAt)

const statusOfSheet = ({ status, needs, last_run: run, is_failing: isFailing }: Integration): GhostStatus => {
  if (status !== 'active') return status
  if (needs !== null) return 'connecting'
  if (run && isOpenStatus(run.status)) return 'syncing'
  return isFailing ? 'error' : 'connected'
}

const statusOf = ({ row, sheet }: Pick<KnownCompany, 'row' | 'sheet'>): GhostStatus => {
  if (row.deleted_at !== null) return 'deleted'
  if (row.claimed_at !== null) return 'claimed'
  const isAtVendor = row.connecting_until !== null && row.connecting_until.getTime() > Date.now()
  if (isAtVendor && (!sheet || sheet.status !== 'active')) return 'connecting'
  return sheet ? statusOfSheet(sheet) : 'created'
}

const lastErrorOf = ({ status, status_reason: reason, is_failing: isFailing, removal, last_run: run }: Integration) => {
  if (status === 'error') return reason
  return isFailing || removal !== null ? (run?.error_text ?? null) : null
}

const isConnected = ({ status, hub_id: fileId }: Integration): boolean => status !== 'disconnected' && fileId !== null

type Stored = Pick<GhostCompany, 'people' | 'opportunities' | 'last_sync_at' | 'last_error'>

const storedOf = (sheet: Integration | undefined): Stored => {
  if (!sheet || isErasing(sheet)) return { people: 0, opportunities: 0, last_sync_at: null, last_error: null }
  const { contacts: people, opportunities, last_success_at: last_sync_at } = sheet
  return { people, opportunities, last_sync_at, last_error: lastErrorOf(sheet) }
}

export const toCompany = (known: KnownCompany): GhostCompany => {
  const { row, sheet, around } = known
  const { people: read, opportunities, ...stored } = storedOf(sheet)
  const isOver = row.claimed_at !== null || row.deleted_at !== null
  const people = read + (isOver ? 0 : around.people)
  return {
    id: row.id,
    company_name: row.name,
    agency_client_id: row.client_id,
    status: statusOf(known),
    may_process: row.acknowledged_at !== null,
    integration_id: sheet?.id ?? null,
    people,
    opportunities: opportunities + (isOver ? 0 : around.opportunities),
    ...stored,
    claimable: people > 0 && !isOver && around.claim === null,
    claim: around.claim,
    version: row.version,
    created_at: row.created_at.toISOString(),
  }
}

export const toStatus = (known: KnownCompany) => {
  const { id, status, last_sync_at, last_error, claimable } = toCompany(known)
  return {
    id,
    status,
    googlesheet: known.sheet !== undefined && isConnected(known.sheet),
    rows: storedOf(known.sheet).people,
    last_sync_at,
    last_error,
    claimable,
  }
}

const noSheet: GhostSheet = {
  connected: false,
  integration_id: null,
  needs: null,
  sheet_url: null,
  sheet_id: null,
  sheet_name: null,
  table_name: null,
  mapping: null,
  settings: {},
  rows_read: 0,
  rows_ok: 0,
  rows_rejected: 0,
  last_sync_at: null,
  next_sync_at: null,
  problems: [],
  removal: null,
  version: null,
}

/** A sheet that is disconnected needs nothing until it is connected again. */
const needsOf = ({ status, hub_id: fileId, needs }: Integration): GhostSheet['needs'] => {
  if (status === 'disconnected') return null
  if (fileId === null) return 'file'
  return needs === null ? null : 'table'
}

export interface Problems {
  items: GhostSheet['problems']
  /** Rows that were not saved. */
  skipped: number
}

export const toSheet = (sheet: Integration | undefined, { items, skipped }: Problems): GhostSheet => {
  if (!sheet || isErasing(sheet)) return noSheet
  const { settings } = sheet
  return {
    connected: isConnected(sheet),
    integration_id: sheet.id,
    needs: needsOf(sheet),
    sheet_url: sheet.url,
    sheet_id: sheet.hub_id,
    sheet_name: sheet.hub_id === null ? null : sheet.account,
    table_name: settings.table_name ?? null,
    mapping: settings.map ?? null,
    settings,
    rows_read: sheet.contacts + skipped,
    rows_ok: sheet.contacts,
    rows_rejected: skipped,
    last_sync_at: sheet.last_success_at,
    next_sync_at: sheet.next_run_at,
    problems: items,
    removal: sheet.removal,
    version: sheet.version,
  }
}
