import { z } from 'zod'

export const whoami = z.looseObject({
  id: z.string(),
  email: z.string().nullish(),
  scopes: z.array(z.string()).nullish(),
})

export const bases = z.looseObject({
  bases: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  offset: z.string().nullish(),
})

export const schema = z.looseObject({
  tables: z
    .array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        fields: z.array(z.looseObject({ id: z.string(), name: z.string() })).max(1000),
      }),
    )
    .max(2000),
})

export const records = z.looseObject({ records: z.array(z.unknown()).max(100), offset: z.string().nullish() })

/** Empty fields are left out. */
export const record = z.looseObject({
  id: z.string().min(1).max(50),
  createdTime: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
})
export type AirtableRecord = z.infer<typeof record>

/** Sometimes the type is sent alone, as text. */
export const refusal = z.looseObject({
  error: z.union([
    z.string().transform((type) => ({ type })),
    z.looseObject({ type: z.string().default('') }).transform(({ type }) => ({ type })),
  ]),
})
