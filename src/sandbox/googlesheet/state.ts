// Spreadsheets, their tabs and rows. A row is identified by its position only.
import { randomBytes } from 'node:crypto'
import type { Store } from '../kit/store.ts'
import type { Cell } from './cells.ts'

export const prefix = 'googlesheet'

export interface Tab {
  sheetId: number
  title: string
  rowCount: number
  columnCount: number
}

export interface Spreadsheet {
  id: string
  /** The account of the Google user who owns it. */
  owner: string
  title: string
  locale: string
  timeZone: string
  tabs: Tab[]
}

export const newTab = (sheetId: number, title: string): Tab => ({ sheetId, title, rowCount: 1000, columnCount: 26 })

const shelf = { vendor: prefix, account: '*', object: 'spreadsheet' }

export type Sheets = ReturnType<typeof createSheets>

export const createSheets = (store: Store) => {
  const rowsAt = (spreadsheet: string, sheetId: number) => ({ vendor: prefix, account: spreadsheet, object: `rows:${sheetId}` })
  const rowId = (): string => `r${store.next(`${prefix}:row`)}`

  return {
    rowsAt,
    create(owner: string, input: { title: string; locale?: string; timeZone?: string; tabs?: string[] }): Spreadsheet {
      const { title, locale = 'en_US', timeZone = 'Etc/UTC', tabs = ['Sheet1'] } = input
      const spreadsheet = {
        id: `1${randomBytes(33).toString('base64url').slice(0, 43)}`,
        owner,
        title,
        locale,
        timeZone,
        tabs: tabs.map((name, index) => newTab(index === 0 ? 0 : store.next(`${prefix}:tab`, 1_000_000_007), name)),
      }
      this.save(spreadsheet)
      return spreadsheet
    },
    save(spreadsheet: Spreadsheet): void {
      const now = Date.now()
      store.put(shelf, { id: spreadsheet.id, body: spreadsheet, createdAt: now, modifiedAt: now })
    },
    get(id: string): Spreadsheet | undefined {
      const stored = store.get({ ...shelf, id })
      return stored && (JSON.parse(stored.body) as Spreadsheet)
    },
    forget: (id: string): void => store.forget({ ...shelf, id }),
    /** How many rows of the grid have or had a value. */
    used: (spreadsheet: string, sheetId: number): number => store.count(rowsAt(spreadsheet, sheetId)),
    rows(spreadsheet: string, sheetId: number, { offset, limit }: { offset: number; limit: number }): Cell[][] {
      return store.list({ ...rowsAt(spreadsheet, sheetId), offset, limit }).map(({ body }) => JSON.parse(body) as Cell[])
    },
    append(spreadsheet: string, sheetId: number, cells: readonly Cell[], id = rowId()): string {
      const now = Date.now()
      store.put(rowsAt(spreadsheet, sheetId), { id, body: cells, createdAt: now, modifiedAt: now })
      return id
    },
    /** Changes the row at this index, which is created if the grid is still empty there. */
    change(spreadsheet: string, sheetId: number, place: number, work: (cells: Cell[]) => Cell[]): void {
      const at = rowsAt(spreadsheet, sheetId)
      for (let used = store.count(at); used <= place; used += 1) this.append(spreadsheet, sheetId, [])
      const [row] = store.list({ ...at, offset: place, limit: 1 })
      if (row) this.append(spreadsheet, sheetId, work(JSON.parse(row.body) as Cell[]), row.id)
    },
    changeAll(spreadsheet: string, sheetId: number, work: (cells: Cell[]) => Cell[]): void {
      for (const { id, body } of store.list(rowsAt(spreadsheet, sheetId)))
        this.append(spreadsheet, sheetId, work(JSON.parse(body) as Cell[]), id)
    },
    removeRows(spreadsheet: string, sheetId: number, { from, to }: { from: number; to: number }): void {
      const at = rowsAt(spreadsheet, sheetId)
      for (const { id } of store.list({ ...at, offset: from, limit: to - from })) store.forget({ ...at, id })
    },
  }
}
