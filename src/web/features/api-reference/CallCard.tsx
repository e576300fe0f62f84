import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './ApiReferencePage.module.css'
import { FieldList } from './FieldList.tsx'
import { schemaOf, type Call, type OpenApiDocument, type Schema } from './openapi-document.ts'
import { fieldsOf, typeOf } from './schema-fields.ts'

const SchemaPart = ({ title, schema, document }: { title: string; schema: Schema | undefined; document: OpenApiDocument }) => {
  if (!schema) return null
  return <FieldList title={title} note={typeOf(schema)} fields={fieldsOf(document, schema)} />
}

const Parameters = ({ call }: { call: Call }) => {
  const { t } = useTranslation(['app', 'pages'])
  const parameters = call.operation.parameters ?? []
  if (parameters.length === 0) return null
  const fields = parameters.map(({ name, in: location, required = false, description = '', schema = {} }) => ({
    name,
    type: `${location}, ${typeOf(schema)}`,
    required,
    description: description || (schema.description ?? ''),
  }))
  return <FieldList title={t('pages:reference.parameters')} fields={fields} />
}

const Refusals = ({ responses }: { responses: [string, { description?: string }][] }) => {
  const { t } = useTranslation(['app', 'pages'])
  if (responses.length === 0) return null
  return (
    <div>
      <h4>{t('pages:reference.errors')}</h4>
      <ul className={styles.refusals}>
        {responses.map(([status, { description }]) => (
          <li key={status}>
            <span className="monospace medium">{status}</span>
            <span>{description}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface CallCardProps {
  call: Call
  document: OpenApiDocument
  /** The address points to this call. */
  isTarget: boolean
}

export const CallCard = ({ call, document, isTarget }: CallCardProps) => {
  const { t } = useTranslation(['app', 'pages'])
  const { operation, method, path } = call
  const responses = Object.entries(operation.responses ?? {})
  const success = responses.find(([status]) => status.startsWith('2'))
  return (
    <article className={styles.call} id={call.id}>
      <h3 className={styles.title}>
        <span className={styles.method} data-method={method}>
          {method}
        </span>
        <span className={styles.path}>{path}</span>
      </h3>
      <p className={styles.summary}>{operation.summary}</p>
      {operation['x-access'] && (
        <p className="small">
          <span className="dim">{t('pages:reference.access')}:</span> {operation['x-access']}
        </p>
      )}
      <details className={styles.details} open={isTarget}>
        <summary>
          <IconChevronRight size={16} aria-hidden />
          {t('pages:reference.fields')}
          <span className="visually-hidden">{`${method} ${path}`}</span>
        </summary>
        <div className={styles.parts}>
          <Parameters call={call} />
          <SchemaPart title={t('pages:reference.body')} schema={schemaOf(operation.requestBody)} document={document} />
          <SchemaPart
            title={`${t('pages:reference.reply')} ${success?.[0] ?? ''}`}
            schema={schemaOf(success?.[1])}
            document={document}
          />
          <Refusals responses={responses.filter(([status]) => !status.startsWith('2'))} />
        </div>
      </details>
    </article>
  )
}
