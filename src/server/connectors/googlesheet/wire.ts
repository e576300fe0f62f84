import { z } from 'zod'

const tab = z.looseObject({
  // Zero may be left out, as everywhere at Google.
  sheetId: z.number().default(0),
  title: z.string(),
  sheetType: z.string().default('GRID'),
})
/** A tab with cells. There is always one. */
export const gridTab = tab.extend({
  gridProperties: z.looseObject({ rowCount: z.number().min(1), columnCount: z.number().min(1) }),
})

export const spreadsheet = z.looseObject({
  spreadsheetId: z.string(),
  properties: z.looseObject({ title: z.string(), locale: z.string().optional(), timeZone: z.string().optional() }),
  sheets: z
    .array(z.looseObject({ properties: tab }))
    .min(1)
    .max(500),
})

/** The longest text of a cell, with a margin for changes by the vendor. */
const cell = z.union([z.string().max(60_000), z.number(), z.boolean(), z.null()])

const rangeFields = { range: z.string().min(1), majorDimension: z.literal('ROWS').optional() }
const filled = z.looseObject({ ...rangeFields, values: z.array(z.array(cell)) })
/**
 * Trailing empty cells are left out, so rows have different lengths and there may be none at all. Then no other member
 * may be present that could be the rows under another name.
 */
const empty = z.strictObject(rangeFields).transform((range) => ({ ...range, values: [] }))

export const valueRanges = z.looseObject({ valueRanges: z.array(z.union([filled, empty])) })

export type CellValue = z.infer<typeof cell>

export const refusal = z.looseObject({
  error: z.looseObject({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

/** A raw row as it is stored. */
export const rawRow = z.looseObject({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  isDouble: z.boolean().optional(),
})
