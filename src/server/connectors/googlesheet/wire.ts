import { z } from 'zod'

export const spreadsheet = z.looseObject({
  spreadsheetId: z.string(),
  properties: z.looseObject({ title: z.string(), locale: z.string().optional(), timeZone: z.string().optional() }),
  sheets: z
    .array(
      z.looseObject({
        properties: z.looseObject({
          // Zero may be left out, as everywhere at Google.
          sheetId: z.number().default(0),
          title: z.string(),
          sheetType: z.string().default('GRID'),
          gridProperties: z.looseObject({ rowCount: z.number().default(0), columnCount: z.number().default(0) }).optional(),
        }),
      }),
    )
    .max(500)
    .default([]),
})

/** Text that a cell can hold at most, with room for what the vendor changes its mind about. */
const cell = z.union([z.string().max(60_000), z.number(), z.boolean(), z.null()])

/** What is empty at the end is left out, so rows have different lengths and there may be none at all. */
export const valueRanges = z.looseObject({
  valueRanges: z.array(z.looseObject({ values: z.array(z.array(cell)).default([]) })),
})

export type CellValue = z.infer<typeof cell>

export const refusal = z.looseObject({
  error: z.looseObject({
    message: z.string().default(''),
    status: z.string().default(''),
    details: z.array(z.looseObject({ reason: z.string().optional() })).default([]),
  }),
})

/** A raw row as it is kept. */
export const rawRow = z.looseObject({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  isDouble: z.boolean().optional(),
})
