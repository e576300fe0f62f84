import type { Connector } from '#server/connectors/kit/connector.ts'
import { AppError } from '#server/platform/errors.ts'
import type { IntegrationRow } from '../model.ts'
import type { Fields } from './parts.ts'

/** What was entered, as far as the connector asks for it; nothing that it needs is missing. */
export const checkFields = ({ manifest }: Connector, fields: Fields): Fields => {
  const known = manifest.fields.map(({ name, label, isRequired }) => {
    const value = fields[name]?.trim() ?? ''
    if (isRequired && value === '')
      throw new AppError('VALIDATION_FAILED', { detail: `${label} is required.`, field: `fields.${name}` })
    return [name, value] as const
  })
  return Object.fromEntries(known.filter(([, value]) => value !== ''))
}

/** Secrets are sealed elsewhere and are no facts. */
export const withoutSecrets = ({ manifest }: Connector, fields: Fields): Fields => {
  const secret = new Set(manifest.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.has(name)))
}

/** What is known of a source, so that nobody has to enter it once more. */
export const knownFields = ({ manifest }: Connector, { url, hub_id: hubId, facts }: IntegrationRow): Fields => {
  const known: Record<string, string> = { ...(url === null ? {} : { url }), ...(facts as Record<string, string>) }
  // What the facts do not tell is the account itself.
  const own = manifest.fields.find(({ name, kind, isRequired }) => kind === 'text' && isRequired && known[name] === undefined)
  return own && hubId !== null ? { ...known, [own.name]: hubId } : known
}
