// Writes to a spreadsheet by a user, or by a program with that permission.
import { z } from 'zod'
import { cellOf, type Cell } from './cells.ts'
import { GoogleError } from './errors.ts'
import { newTab, type Sheets, type Spreadsheet } from './state.ts'
import { areaOf } from './values.ts'

const valuesBody = z.looseObject({ values: z.array(z.array(z.unknown())).default([]) })
const requests = z.looseObject({
  requests: z.array(
    z.looseObject({
      addSheet: z.looseObject({ properties: z.looseObject({ title: z.string() }) }).optional(),
      deleteSheet: z.looseObject({ sheetId: z.number() }).optional(),
      updateSheetProperties: z
        .looseObject({ properties: z.looseObject({ sheetId: z.number(), title: z.string().optional() }), fields: z.string() })
        .optional(),
      deleteDimension: z
        .looseObject({
          range: z.looseObject({
            sheetId: z.number(),
            dimension: z.enum(['ROWS', 'COLUMNS']),
            startIndex: z.number(),
            endIndex: z.number(),
          }),
        })
        .optional(),
      insertDimension: z
        .looseObject({
          range: z.looseObject({
            sheetId: z.number(),
            dimension: z.literal('COLUMNS'),
            startIndex: z.number(),
            endIndex: z.number(),
          }),
        })
        .optional(),
    }),
  ),
})
type Request = z.infer<typeof requests>['requests'][number]

const parsed = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const result = schema.safeParse(body ?? {})
  if (result.success) return result.data
  throw new GoogleError(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received.')
}

const written = (cells: readonly Cell[], from: number, values: readonly unknown[], isTyped: boolean): Cell[] => {
  const next = Array.from({ length: Math.max(cells.length, from + values.length) }, (_, index) => cells[index] ?? null)
  for (const [index, value] of values.entries()) next[from + index] = cellOf(value, isTyped)
  return next
}

interface Edit {
  range: string
  body: unknown
  isTyped: boolean
}

export const updateValues = (sheets: Sheets, spreadsheet: Spreadsheet, { range, body, isTyped }: Edit) => {
  const { tab, rows, columns } = areaOf(sheets, spreadsheet, range)
  const { values } = parsed(valuesBody, body)
  for (const [index, line] of values.entries())
    sheets.change(spreadsheet.id, tab.sheetId, rows.from + index, (cells) => written(cells, columns.from, line, isTyped))
  return { spreadsheetId: spreadsheet.id, updatedRange: range, updatedRows: values.length }
}

export const appendValues = (sheets: Sheets, spreadsheet: Spreadsheet, { range, body, isTyped }: Edit) => {
  const { tab, columns } = areaOf(sheets, spreadsheet, range)
  const { values } = parsed(valuesBody, body)
  for (const line of values) sheets.append(spreadsheet.id, tab.sheetId, written([], columns.from, line, isTyped))
  return { spreadsheetId: spreadsheet.id, updates: { spreadsheetId: spreadsheet.id, updatedRows: values.length } }
}

const tabOf = ({ tabs }: Spreadsheet, sheetId: number) => {
  const tab = tabs.find((one) => one.sheetId === sheetId)
  if (!tab) throw new GoogleError(400, 'INVALID_ARGUMENT', `Invalid requests: No sheet with id: ${sheetId}`)
  return tab
}

const shiftColumns = (sheets: Sheets, spreadsheet: Spreadsheet, request: Request): void => {
  const gone = request.deleteDimension?.range
  const made = request.insertDimension?.range
  if (gone?.dimension === 'ROWS') sheets.removeRows(spreadsheet.id, gone.sheetId, { from: gone.startIndex, to: gone.endIndex })
  if (gone?.dimension === 'COLUMNS')
    sheets.changeAll(spreadsheet.id, gone.sheetId, (cells) => cells.toSpliced(gone.startIndex, gone.endIndex - gone.startIndex))
  if (!made) return
  const blank = Array.from({ length: made.endIndex - made.startIndex }, () => null)
  tabOf(spreadsheet, made.sheetId).columnCount += blank.length
  sheets.changeAll(spreadsheet.id, made.sheetId, (cells) => cells.toSpliced(made.startIndex, 0, ...blank))
}

const changeTabs = (spreadsheet: Spreadsheet, { updateSheetProperties, addSheet, deleteSheet }: Request): void => {
  const { properties } = updateSheetProperties ?? {}
  if (properties?.title !== undefined) tabOf(spreadsheet, properties.sheetId).title = properties.title
  if (addSheet) {
    const next = Math.max(...spreadsheet.tabs.map(({ sheetId }) => sheetId)) + 17
    spreadsheet.tabs.push(newTab(next, addSheet.properties.title))
  }
  if (deleteSheet) spreadsheet.tabs = spreadsheet.tabs.filter(({ sheetId }) => sheetId !== deleteSheet.sheetId)
}

export const batchUpdate = (sheets: Sheets, spreadsheet: Spreadsheet, body: unknown) => {
  const list = parsed(requests, body).requests
  for (const request of list) {
    changeTabs(spreadsheet, request)
    shiftColumns(sheets, spreadsheet, request)
  }
  sheets.save(spreadsheet)
  return { spreadsheetId: spreadsheet.id, replies: list.map(() => ({})) }
}
