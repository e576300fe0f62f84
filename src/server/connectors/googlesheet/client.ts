import type { Session } from '../kit/access.ts'
import { ConnectorFailure, type Refusal } from '../kit/failures.ts'
import { retryAfterOf, type VendorAnswer } from '../kit/calls/http.ts'
import { letterOf } from '../kit/rows/columns.ts'
import { parseRows } from '../kit/wire.ts'
import { gridTab, refusal, spreadsheet, valueRanges, type CellValue } from './wire.ts'

/** Quotas are counted by the minute. */
const quotaPause = 20_000

/** No connected user can fix this, and it affects all of them. Their syncs resume automatically once it is fixed. */
const notSwitchedOn: Refusal = {
  kind: 'unavailable',
  message:
    "Google Sheets isn't enabled for this installation. Its operator has to enable it in the Google console. You don't need to reconnect.",
  retryAfterMs: 15 * 60_000,
}

const forbidden = (reasons: readonly (string | undefined)[]): Refusal => {
  if (reasons.includes('SERVICE_DISABLED')) return notSwitchedOn
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT'))
    return {
      kind: 'refused',
      message: "We're missing the permission to read sheets. Reconnect and keep the Google Sheets box checked.",
    }
  return {
    kind: 'refused',
    message:
      'The sheet is no longer shared with the Google login that connected it. Share it again, or reconnect with another login.',
  }
}

const invalid = (message: string): string => {
  if (/not supported for this document/i.test(message))
    return 'This is an Excel file opened in Google Sheets. Save it as a Google sheet and connect that one.'
  return "Google Sheets couldn't find the rows. The tab was renamed, shortened or removed in the meantime."
}

export const refusalOf = (answer: VendorAnswer): Refusal | null => {
  if (answer.status < 400) return null
  const { error } = refusal.safeParse(answer.body).data ?? { error: { message: '', details: [] } }
  const retryAfterMs = retryAfterOf(answer.headers)
  switch (answer.status) {
    case 400:
      return { kind: 'refused', message: invalid(error.message) }
    case 401:
      return { kind: 'token_expired', message: 'Google revoked our access. Reconnect to resume syncing.' }
    case 403:
      return forbidden(error.details.map(({ reason }) => reason))
    case 404:
      return { kind: 'refused', message: "We couldn't find the sheet. It was deleted, or the URL is wrong." }
    case 429:
      return { kind: 'rate_limited', message: 'Google Sheets asked us to slow down.', retryAfterMs: retryAfterMs ?? quotaPause }
    default:
      return null
  }
}

export interface Tab {
  id: string
  title: string
  rowCount: number
  columnCount: number
}

export interface Spreadsheet {
  title: string
  zone: string | undefined
  tabs: readonly Tab[]
}

const idOf = ({ account }: Session): string => encodeURIComponent(account.hubId ?? account.facts['spreadsheet_id'] ?? '')

const requestedFields =
  'spreadsheetId,properties(title,locale,timeZone),sheets.properties(sheetId,title,index,sheetType,gridProperties(rowCount,columnCount))'

export const openSpreadsheet = async (session: Session): Promise<Spreadsheet> => {
  const path = `/v4/spreadsheets/${idOf(session)}`
  const { properties, sheets } = await session.http.get(spreadsheet, {
    path,
    query: { fields: requestedFields },
    about: 'the sheet',
  })
  const grids = sheets.filter(({ properties: { sheetType } }) => sheetType === 'GRID').map((sheet) => sheet.properties)
  const tabs = parseRows(gridTab, grids, 'the sheet', session.http.vendor).map(({ sheetId, title, gridProperties }) => ({
    id: String(sheetId),
    title,
    rowCount: gridProperties.rowCount,
    columnCount: gridProperties.columnCount,
  }))
  return { title: properties.title, zone: properties.timeZone, tabs }
}

/** Tabs are identified by their number, because their names change. */
export const tabOf = ({ tabs }: Spreadsheet, { settings, account }: Session): Tab => {
  const id = settings.table_id ?? account.facts['table_id']
  const tab = id === undefined ? tabs[0] : tabs.find((one) => one.id === id)
  if (tab) return tab
  const name = settings.table_name === undefined ? 'The chosen tab' : `The tab "${settings.table_name}"`
  throw new ConnectorFailure('refused', `${name} is no longer in the sheet. Choose another one.`)
}

/** Rows and columns from 1, both ends included. */
export interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

const rangeOf = (title: string, { top, bottom, left, right }: Box): string =>
  `'${title.replaceAll("'", "''")}'!${letterOf(left - 1)}${top}:${letterOf(right - 1)}${bottom}`

export type Values = readonly (readonly CellValue[])[]

/** The values of formulas, and unformatted numbers. */
export const readBoxes = async (
  session: Session,
  boxes: readonly { title: string; box: Box }[],
  dates: 'SERIAL_NUMBER' | 'FORMATTED_STRING' = 'SERIAL_NUMBER',
): Promise<Values[]> => {
  const answer = await session.http.get(valueRanges, {
    path: `/v4/spreadsheets/${idOf(session)}/values:batchGet`,
    query: {
      ranges: boxes.map(({ title, box }) => rangeOf(title, box)),
      majorDimension: 'ROWS',
      valueRenderOption: 'UNFORMATTED_VALUE',
      dateTimeRenderOption: dates,
    },
    about: 'rows',
  })
  if (answer.valueRanges.length !== boxes.length)
    throw new ConnectorFailure('bad_answer', 'Google Sheets sent different rows than we asked for.')
  return answer.valueRanges.map(({ values }) => values)
}
