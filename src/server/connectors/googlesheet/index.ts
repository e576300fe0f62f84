import type { ConnectorWith } from '../kit/connector.ts'
import type { Account, Session, TokenSet } from '../kit/access.ts'
import { ConnectorFailure } from '../kit/failures.ts'
import { fieldPaths } from '../kit/rows/rules.ts'
import { auth } from './auth.ts'
import { openSpreadsheet, refusalOf } from './client.ts'
import { manifest, sheetsScope } from './manifest.ts'
import { remap } from './map.ts'
import { addressOf, sheetAt } from './sheet-location.ts'
import { streams } from './streams.ts'
import { tables } from './tables.ts'

const checkScopes = ({ facts }: TokenSet): void => {
  const granted = facts['scope']?.split(' ')
  if (granted === undefined || granted.includes(sheetsScope)) return
  throw new ConnectorFailure(
    'refused',
    "We're missing the permission to read sheets. Reconnect and keep the Google Sheets box checked.",
  )
}

/** Sent with the consent; when the account is checked later, it is already known. */
const loginOf = ({ facts }: TokenSet, { managerAccount, managerAccountId }: Account) => ({
  managerAccount: facts['login'] ?? managerAccount,
  managerAccountId: facts['login_id'] ?? managerAccountId,
})

/** The consent came first: which sheet is read is chosen later. */
const noSheetYet = (tokens: TokenSet, account: Account): Account => {
  const login = loginOf(tokens, account)
  return { hubId: null, name: login.managerAccount ?? manifest.name, url: null, ...login, facts: {} }
}

const identifySheet = async (session: Session, tokens: TokenSet, url: string): Promise<Account> => {
  const { app, account } = session
  const { name = '' } = account.facts
  const location = sheetAt(app, url)
  const {
    title,
    zone = 'UTC',
    tabs,
  } = await openSpreadsheet({ ...session, account: { ...account, hubId: location.spreadsheetId } })
  const tab = tabs.find(({ id }) => id === location.gid) ?? tabs[0]
  if (!tab) throw new ConnectorFailure('refused', 'This spreadsheet has no tab with rows.')
  return {
    hubId: location.spreadsheetId,
    name: account.name || name.trim() || title,
    url: addressOf(app, { ...location, gid: tab.id }),
    ...loginOf(tokens, account),
    facts: { time_zone: zone, table_id: tab.id },
  }
}

const identify = async (session: Session, tokens: TokenSet): Promise<Account> => {
  checkScopes(tokens)
  const { account } = session
  const { url = account.url ?? '' } = account.facts
  return url === '' && account.hubId === null ? noSheetYet(tokens, account) : identifySheet(session, tokens, url)
}

export const googleSheet: ConnectorWith<'read' | 'tables'> = {
  manifest,
  auth,
  calls: {
    authorize: (token) => ({ authorization: `Bearer ${token}` }),
    baseOf: ({ addresses }) => addresses.api,
    refusalOf,
  },
  identify,
  read: { streams, remap, fieldPaths: (object, settings) => fieldPaths(object, settings, 'values') },
  tables: { list: tables },
}
