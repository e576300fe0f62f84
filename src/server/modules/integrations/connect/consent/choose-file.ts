import type { Account } from '#server/connectors/kit/access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { record } from '../../../acts/service.ts'
import { acts } from '../../acts.ts'
import { lockAndCheck } from '../../lock-and-check.ts'
import { accountOf, type IntegrationRow } from '../../model.ts'
import { setAccount } from '../../queries.ts'
import { lockExisting } from '../../service.ts'
import { answered } from '../../vendors/failure.ts'
import { openVendorSession } from '../../vendors/service.ts'
import type { ConnectParts } from '../parts.ts'

const checkOn = ({ status }: IntegrationRow): void => {
  if (status === 'disconnected')
    throw new AppError('ACTION_NOT_ALLOWED', { detail: 'This source is disconnected. Reconnect it.' })
}

const checkSame = (row: IntegrationRow, { hubId, name }: Account): void => {
  if (row.hub_id === null || row.hub_id === hubId) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.hub_id}, but you chose ${name}. Disconnect it and erase its data before you choose another file.`,
  })
}

/** The login is known: only which of its files is read is not. */
const identify = async ({ vendors }: ConnectParts, row: IntegrationRow, url: string): Promise<Account> => {
  const { connector, session } = openVendorSession(vendors, row, { isForUser: true })
  const known = accountOf(row)
  const account = { ...known, hubId: null, name: '', url: null, facts: { ...known.facts, url } }
  const tokens = { accessToken: '', refreshToken: null, expiresAt: null, facts: {} }
  return answered(() => connector.identify({ ...session, account }, tokens))
}

export const chooseFile = async (context: Context, parts: ConnectParts, sheet: IntegrationRow, url: string): Promise<void> => {
  checkOn(sheet)
  const account = await identify(parts, sheet, url)
  checkSame(sheet, account)
  const { clientId } = context.caller
  const ref = { clientId, integrationId: sheet.id }
  await context.asSystem('connecting: choose a file', async (tx) => {
    await lockAndCheck(tx, context)
    const row = await lockExisting(tx, ref)
    checkOn(row)
    checkSame(row, account)
    if (!(await setAccount(tx, ref, account)))
      throw new AppError('OTHER_ACCOUNT', { detail: `${account.name} is already connected as another source.` })
    await record(tx, acts['integration.account_chosen'], { clientId, object: { id: row.id }, after: { account: account.name } })
  })
}
