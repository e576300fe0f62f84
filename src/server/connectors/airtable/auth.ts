import type { KeyAuth } from '../kit/connector.ts'
import { ConnectorFailure } from '../kit/failures.ts'

const refuse = (message: string): never => {
  throw new ConnectorFailure('refused', message)
}

/** From an id or from the whole address of an open table. */
export const baseIn = (text: string): string =>
  /(?:^|\/)(app[A-Za-z0-9]{14})(?:$|[/?#])/.exec(text.trim())?.[1] ??
  refuse('This is not the ID of a base: it begins with “app”, followed by 14 letters and digits.')

/** An id, alone or in an address; anything else is taken for a name. */
export const tableIn = (text: string): string =>
  /(?:^|\/)(tbl[A-Za-z0-9]{14})(?:$|[/?#])/.exec(text.trim())?.[1] ??
  (text.trim() || refuse('Enter the ID of the table, or its name.'))

export const auth: KeyAuth = {
  kind: 'key',
  read(_app, fields) {
    const key = fields['token']?.trim() ?? ''
    if (/^key[A-Za-z0-9]{14}$/.test(key))
      return refuse('Airtable has retired its API keys. Make a personal access token at airtable.com/create/tokens.')
    if (!/^pat[\w.-]{10,300}$/.test(key)) return refuse('This is not a personal access token: it begins with “pat”.')
    baseIn(fields['base_id'] ?? '')
    tableIn(fields['table_id'] ?? '')
    return { key, url: null }
  },
}
