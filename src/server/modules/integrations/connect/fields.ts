import type { Connector } from '#server/connectors/kit/connector.ts'
import { AppError } from '#server/platform/errors.ts'
import type { IntegrationRow } from '../model.ts'
import type { Fields } from './parts.ts'

/** The entered fields that the connector asks for. Fails if a required field is missing. */
export const checkFields = ({ manifest }: Connector, fields: Fields): Fields => {
  const known = manifest.fields.map(({ name, label, isRequired }) => {
    const value = fields[name]?.trim() ?? ''
    if (isRequired && value === '')
      throw new AppError('VALIDATION_FAILED', { detail: `${label} is required.`, field: `fields.${name}` })
    return [name, value] as const
  })
  return Object.fromEntries(known.filter(([, value]) => value !== ''))
}

/** Secrets are sealed elsewhere and never stored with the facts. */
export const withoutSecrets = ({ manifest }: Connector, fields: Fields): Fields => {
  const secret = new Set(manifest.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name))
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !secret.has(name)))
}

/** The known fields of a source, so that the user need not enter them again. */
export const knownFields = ({ manifest }: Connector, { url, hub_id: hubId, facts }: IntegrationRow): Fields => {
  const known: Record<string, string> = { ...(url === null ? {} : { url }), ...(facts as Record<string, string>) }
  // The field that is not among the facts is the account itself.
  const own = manifest.fields.find(({ name, kind, isRequired }) => kind === 'text' && isRequired && known[name] === undefined)
  return own && hubId !== null ? { ...known, [own.name]: hubId } : known
}
