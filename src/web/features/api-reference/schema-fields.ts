import i18next from 'i18next'
import type { OpenApiDocument, Schema } from './openapi-document.ts'

export interface Field {
  name: string
  type: string
  required: boolean
  description: string
}

const deepest = 4

const resolve = (document: OpenApiDocument, schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1)
  return (name && document.components?.schemas?.[name]) || schema
}

const quoted = (value: unknown) => JSON.stringify(value)

const anything = () => i18next.t('pages:reference.types.anything')
const or = (types: readonly string[]) => types.join(i18next.t('pages:reference.types.or'))

const listType = (items: Schema | undefined) =>
  i18next.t('pages:reference.types.listOf', { items: items ? typeOf(items).replace(/^(object|string)$/, '$1s') : anything() })

const plainType = ({ type, format }: Schema) => [type ? or([type].flat()) : anything(), format].filter(Boolean).join(', ')

/** The type in one short phrase: "string, uuid", "array of Client", "won" | "lost". */
export const typeOf = (schema: Schema): string => {
  const choices = schema.anyOf ?? schema.oneOf
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum) return schema.enum.map(quoted).join(' | ')
  if (choices) return or([...new Set(choices.map(typeOf))])
  return schema.type === 'array' ? listType(schema.items) : plainType(schema)
}

const innerObject = (document: OpenApiDocument, schema: Schema): Schema | undefined => {
  const resolved = resolve(document, schema)
  if (resolved.properties) return resolved
  return resolved.type === 'array' && resolved.items ? innerObject(document, resolved.items) : undefined
}

/** All properties as one flat list; nested ones have their dotted path. */
export const fieldsOf = (document: OpenApiDocument, schema: Schema, prefix = '', depth = 0): Field[] => {
  const object = innerObject(document, schema)
  if (!object?.properties || depth >= deepest) return []
  return Object.entries(object.properties).flatMap(([name, property]) => {
    const resolved = resolve(document, property)
    const full = prefix + name
    const isList = resolved.type === 'array'
    const field = {
      name: full,
      type: typeOf(property),
      required: object.required?.includes(name) ?? false,
      description: property.description ?? resolved.description ?? '',
    }
    return [field, ...fieldsOf(document, property, `${full}${isList ? '[]' : ''}.`, depth + 1)]
  })
}
