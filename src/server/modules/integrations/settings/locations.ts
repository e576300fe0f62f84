// The locations of an agency's login. Each chosen location becomes a source.
import type { Location } from '#contract/integrations/locations.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import type { VendorSession } from '../vendors/model.ts'
import { answered } from '../vendors/failure.ts'
import type { ConnectParts } from '../connect/parts.ts'
import type { ChosenAccount } from './choose-account.ts'
import { connectAccounts, openLogin } from './connect-accounts.ts'

const locationsOf = async ({ connector, session }: VendorSession): Promise<Location[]> => {
  const found = await answered(() => connector.locations?.list(session) ?? [])
  return found.map(({ id, name, address }) => ({ id, name, address }))
}

export const listLocations = async (
  context: Context,
  parts: Pick<ConnectParts, 'vendors'>,
  integrationId: string,
): Promise<{ items: Location[] }> => ({
  items: await locationsOf(await openLogin(context, parts, integrationId, 'location')),
})

const chosenFrom = (reached: readonly Location[], location: string): ChosenAccount => {
  const found = reached.find(({ id }) => id === location)
  if (!found) throw new AppError('NOT_FOUND', { detail: "You didn't grant access to this location." })
  return { hubId: found.id, name: found.name, managerAccount: null, managerAccountId: null }
}

export const connectLocations = async (
  context: Context,
  parts: ConnectParts,
  integrationId: string,
  locations: readonly string[],
) => {
  const reached = await locationsOf(await openLogin(context, parts, integrationId, 'location'))
  const chosen = [...new Set(locations)].map((location) => chosenFrom(reached, location))
  return connectAccounts(context, parts, integrationId, chosen)
}
