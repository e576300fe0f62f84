// What looks sensitive: fields that are shared, by their names and by what records have in them, and what conditions ask for.
import { leavesOf, type Criteria } from '#contract/criteria/criteria.ts'
import { customFieldKey, customFieldOf, fieldsOf } from '#contract/criteria/fields.ts'
import { looksSensitive } from '#contract/criteria/sensitive.ts'
import type { Names } from '#contract/criteria/sentence/words.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { selectContents } from './queries.ts'
import type { Sensitive } from '../model.ts'

interface Named {
  field: string
  texts: readonly string[]
}

const namedIn = { pipeline: 'pipeline', stage: 'stage', list: 'list' } as const

const conditionsOf = (criteria: Criteria, names: Names): Named[] =>
  leavesOf(criteria.filter).flatMap(({ field, name, values = [] }): Named[] => {
    if (field === 'source_field' || field === 'tag') return [{ field: name ?? field, texts: values }]
    if (!Object.hasOwn(namedIn, field)) return []
    const known = names[field as keyof typeof namedIn] ?? {}
    return [{ field, texts: values.flatMap((value) => (Object.hasOwn(known, value) ? (known[value] ?? []) : [])) }]
  })

const customNames = (fields: readonly string[], of: 'contact' | 'opportunity'): string[] =>
  fields.flatMap((field) => {
    const custom = customFieldOf(field)
    return custom?.of === of ? [custom.name] : []
  })

/** The texts in each field that is shared. */
const contentsOf = async (tx: Tx, clientId: string, criteria: Criteria): Promise<Named[]> => {
  const fields = fieldsOf(criteria)
  if (fields.length === 0) return []
  const found = await selectContents(
    tx,
    { clientId, dataSourceId: criteria.integration_id },
    { contactFields: customNames(fields, 'contact'), opportunityFields: customNames(fields, 'opportunity') },
  )
  const keyOf = ({ of, name, isCustom }: (typeof found)[number]): string => {
    if (isCustom) return customFieldKey({ of, name })
    return of === 'contact' ? name : `opportunity.${name}`
  }
  const texts = new Map(found.map((one) => [keyOf(one), one.texts]))
  return fields.map((field) => ({ field, texts: texts.get(field) ?? [] }))
}

export const sensitiveIn = async (
  tx: Tx,
  clientId: string,
  { criteria, names }: { criteria: Criteria; names: Names },
): Promise<Sensitive[]> =>
  [...(await contentsOf(tx, clientId, criteria)), ...conditionsOf(criteria, names)].flatMap(({ field, texts }) => {
    const kind = looksSensitive(field, texts)
    return kind === undefined ? [] : [{ field, kind }]
  })
