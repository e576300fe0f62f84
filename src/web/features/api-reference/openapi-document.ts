/** The parts of OpenAPI 3.1 that the viewer reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minLength?: number
  maxLength?: number
  default?: unknown
}

interface Content {
  content?: Record<string, { schema?: Schema }>
}

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  'x-access'?: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content & { description?: string }>
}

export interface OpenApiDocument {
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** One call, prepared for display. */
export interface Call {
  id: string
  group: string
  method: string
  path: string
  operation: Operation
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

export const callsOf = (document: OpenApiDocument): Call[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      return [
        {
          id: operation.operationId ?? `${method}-${path}`,
          group: operation.tags?.[0] ?? '',
          method: method.toUpperCase(),
          path,
          operation,
        },
      ]
    }),
  )

export const matches = ({ method, path, operation }: Call, search: string) =>
  `${method} ${path} ${operation.summary ?? ''} ${operation.operationId ?? ''}`
    .toLowerCase()
    .includes(search.trim().toLowerCase())

export const schemaOf = (holder: Content | undefined): Schema | undefined => Object.values(holder?.content ?? {})[0]?.schema
