import type { Table } from '../kit/connector.ts'
import type { Session } from '../kit/access.ts'
import type { FieldValue } from '../kit/records.ts'
import { openSpreadsheet, readBoxes, type Tab, type Values } from './client.ts'

const tabsMax = 50
const rowsShown = 20
const columnsShown = 60

const boxOf = ({ title, rowCount, columnCount }: Tab) => ({
  title,
  box: { top: 1, bottom: Math.min(rowCount, rowsShown), left: 1, right: Math.min(columnCount, columnsShown) },
})

const epoch = Date.UTC(1899, 11, 30)

/** A value that is a number in the sheet but is shown as text is a date: it is written unambiguously. */
const cellOf = (value: Values[number][number] | undefined, shown: Values[number][number] | undefined): FieldValue => {
  if (typeof value !== 'number' || typeof shown !== 'string') return value ?? ''
  const written = new Date(epoch + Math.round(value * 86_400) * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return Number.isInteger(value) ? written.slice(0, 10) : written
}

export const tables = async (session: Session): Promise<Table[]> => {
  const file = await openSpreadsheet(session)
  const tabs = file.tabs.filter(({ rowCount, columnCount }) => rowCount > 0 && columnCount > 0).slice(0, tabsMax)
  if (tabs.length === 0) return []
  const boxes = tabs.map(boxOf)
  const values = await readBoxes(session, boxes)
  const shown = await readBoxes(session, boxes, 'FORMATTED_STRING')
  return tabs.map(({ id, title, rowCount }, index) => ({
    id,
    name: title,
    rowCount,
    rows: (values[index] ?? []).map((line, row) => line.map((value, column) => cellOf(value, shown[index]?.[row]?.[column]))),
    columns: [],
  }))
}
