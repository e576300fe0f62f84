import type { KeyAuth } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'

const refuse = (field: string, message: string): never => {
  throw new ConnectorFailure('refused', message, { field })
}

/** From an id or from the whole address of an open table. */
export const baseIn = (text: string): string =>
  /(?:^|\/)(app[A-Za-z0-9]{14})(?:$|[/?#])/.exec(text.trim())?.[1] ??
  refuse('base_id', "This isn't a base ID. Base IDs start with “app”, followed by 14 letters and digits.")

/** An id, alone or in an address; anything else is treated as a name. */
export const tableIn = (text: string): string =>
  /(?:^|\/)(tbl[A-Za-z0-9]{14})(?:$|[/?#])/.exec(text.trim())?.[1] ??
  (text.trim() || refuse('table_id', 'Enter the table ID or its name.'))

export const auth: KeyAuth = {
  kind: 'key',
  read(_app, fields) {
    const key = fields['token']?.trim() ?? ''
    if (/^key[A-Za-z0-9]{14}$/.test(key))
      return refuse(
        'token',
        'Airtable no longer supports API keys. Create a personal access token at airtable.com/create/tokens.',
      )
    if (!key.startsWith('pat')) return refuse('token', "This isn't a personal access token. Tokens start with “pat”.")
    if (!/^[\w.-]{13,303}$/.test(key))
      return refuse('token', 'This personal access token is incomplete. Copy all of it. Airtable shows it only once.')
    baseIn(fields['base_id'] ?? '')
    tableIn(fields['table_id'] ?? '')
    return { key, url: null }
  },
}
