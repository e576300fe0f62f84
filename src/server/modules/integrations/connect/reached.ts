import type { Connector, Session } from '#server/connectors/kit/connector.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/context.ts'
import { selectIntegration } from '../service.ts'
import { answered } from '../vendors/service.ts'

/** A source of one location is connected again only by a login that reaches this location. */
export const assertReached = async (
  context: Context,
  { connector, session }: { connector: Connector; session: Session },
  integrationId: string | null,
): Promise<void> => {
  const { locations, manifest } = connector
  if (integrationId === null || session.account.hubId !== null || !locations) return
  const { clientId } = context.caller
  const row = await context.inClient((tx) => selectIntegration(tx, { clientId, integrationId }))
  if (!row || row.hub_id === null) return
  const reached = await answered(() => locations.list(session))
  if (reached.some(({ id }) => id === row.hub_id)) return
  throw new AppError('OTHER_ACCOUNT', {
    detail: `This source reads ${row.account ?? row.hub_id}, but you didn't grant access to it. Install the app in this location in ${manifest.name}, or choose the agency it belongs to.`,
  })
}
