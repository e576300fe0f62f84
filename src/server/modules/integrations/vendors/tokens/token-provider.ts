// Our access to a vendor's account: sealed at rest, and renewed once for all workers when it expires.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Account, AppSession, TokenSet } from '#server/connectors/kit/access.ts'
import { ConnectorFailure } from '#server/connectors/kit/failures.ts'
import type { TokenProvider } from '#server/connectors/kit/calls/http.ts'
import { openAppSession, type SessionSettings } from '#server/connectors/kit/calls/session.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { sealContext, type Sealer } from '#server/platform/secrets.ts'
import { setAccessEnd } from '../../health/queries.ts'
import type { IntegrationRef } from '../../model.ts'
import type { VendorApps } from '../model.ts'
import { newId } from '#server/platform/ids.ts'
import * as grants from './grant-queries.ts'
import type { GrantOwner, GrantRef } from './grant-queries.ts'
import { selectSecret, upsertSecret } from './secret-queries.ts'

/** Tokens are sealed for the grant that they belong to. */
const sealContextIn = (column: 'access_sealed' | 'refresh_sealed', { clientId, grantId }: GrantRef): string =>
  sealContext('public.integration_secret', column, clientId, grantId)

const sealedIn = (sealer: Sealer, grant: GrantRef, tokens: Pick<TokenSet, 'accessToken' | 'refreshToken' | 'expiresAt'>) => ({
  accessSealed: sealer.seal(tokens.accessToken, sealContextIn('access_sealed', grant)),
  refreshSealed: tokens.refreshToken === null ? null : sealer.seal(tokens.refreshToken, sealContextIn('refresh_sealed', grant)),
  expiresAt: tokens.expiresAt,
})

/** Access without a refresh token expires with its token. */
const endOf = ({ refreshToken, expiresAt }: TokenSet): Date | null => (refreshToken === null ? expiresAt : null)

interface LockedGrant extends GrantRef {
  /** The grants that its sources used until now, locked too. */
  before: readonly string[]
}

/** Locks the grant of a login or of a single source. It is locked before the rows of its sources, to avoid deadlocks. */
export const lockGrant = async (tx: Tx, owner: GrantOwner): Promise<LockedGrant> => ({
  clientId: owner.clientId,
  ...(await grants.lockGrant(tx, owner, newId())),
})

/** The source uses this grant from now on. */
export const attachGrant = async (tx: Tx, { grantId, clientId }: GrantRef, integrationId: string, endsAt: Date | null) => {
  const ref = { clientId, integrationId }
  await upsertSecret(tx, ref, { grantId, webhookKey: randomBytes(24).toString('base64url') })
  await setAccessEnd(tx, ref, endsAt)
}

/** Stores new tokens of a login for every source that uses it. Grants that are not used anymore are deleted. */
export const storeTokens = async (
  tx: Tx,
  sealer: Sealer,
  grant: LockedGrant,
  { tokens, sources }: { tokens: TokenSet; sources: readonly string[] },
): Promise<void> => {
  await grants.replaceTokens(tx, grant, sealedIn(sealer, grant, tokens))
  for (const integrationId of sources) await attachGrant(tx, grant, integrationId, endOf(tokens))
  await grants.deleteUnusedGrants(tx, grant.clientId, grant.before)
}

export interface OpenedTokens {
  accessToken: string
  refreshToken: string | null
}

interface Opened extends GrantRef, OpenedTokens {
  expiresAt: Date | null
  version: number
}

const openedIn = (
  sealer: Sealer,
  grant: GrantRef,
  { accessSealed, refreshSealed }: { accessSealed: string; refreshSealed: string | null },
): OpenedTokens => ({
  accessToken: sealer.open(accessSealed, sealContextIn('access_sealed', grant)).toString(),
  refreshToken: refreshSealed === null ? null : sealer.open(refreshSealed, sealContextIn('refresh_sealed', grant)).toString(),
})

const gone = (): ConnectorFailure =>
  new ConnectorFailure('auth_lost', 'We no longer have access to this account. Reconnect to resume syncing.')

export const readTokens = async ({ database, sealer }: VendorApps, ref: IntegrationRef): Promise<Opened | undefined> => {
  const row = await database.asSystem('integrations: the keys of an account', (tx) => selectSecret(tx, ref))
  if (!row || row.access_sealed === null) return undefined
  const grant = { clientId: ref.clientId, grantId: row.grant_id }
  const tokens = openedIn(sealer, grant, { accessSealed: row.access_sealed, refreshSealed: row.refresh_sealed })
  return { ...grant, ...tokens, expiresAt: row.expires_at, version: row.version }
}

/** The tokens of a grant that no source uses anymore. */
export const openGrant = async ({ database, sealer }: VendorApps, grant: GrantRef): Promise<OpenedTokens | undefined> => {
  const row = await database.asSystem('integrations: the keys that nobody reads with', (tx) =>
    grants.selectUnusedGrant(tx, grant),
  )
  if (!row || row.access_sealed === null) return undefined
  return openedIn(sealer, grant, { accessSealed: row.access_sealed, refreshSealed: row.refresh_sealed })
}

/** A token that is about to expire is not used, because the request would be refused. */
const soon = 60_000
const lookAgainAfter = 100
const looksMax = 600

interface KeyParts {
  vendors: VendorApps
  sessionSettings: SessionSettings
  ref: IntegrationRef
  account: Account
}

/**
 * A vendor that returned new tokens may no longer accept the old ones. A renewal is therefore not aborted when its
 * caller stops, and it is sent once within the lease. The caller then reads the tokens again.
 */
const renewalSession = ({ signal: _signal, ...sessionSettings }: SessionSettings): AppSession =>
  openAppSession({ ...sessionSettings, isTriedOnce: true })

const renewAt = async ({ vendors, sessionSettings, account }: KeyParts, held: Opened): Promise<string> => {
  const { auth } = sessionSettings.connector
  const { database, sealer } = vendors
  if (auth.kind !== 'oauth' || !auth.renew || held.refreshToken === null)
    throw new ConnectorFailure('auth_lost', 'Our access expired. Reconnect to resume syncing.')
  try {
    const renewed = await auth.renew(renewalSession(sessionSettings), held.refreshToken, account)
    const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? held.refreshToken }
    await database.asSystem('integrations: keep the new keys', (tx) =>
      grants.storeRenewal(tx, held, { ...sealedIn(sealer, held, tokens), version: held.version }),
    )
    return renewed.accessToken
  } catch (error) {
    await database.asSystem('integrations: let others renew', (tx) => grants.releaseRenewal(tx, held, held.version))
    throw error
  }
}

/** No transaction is open while we ask the vendor: one worker holds a lease in the row, and the others wait for the result. */
const renewOnce = async (parts: KeyParts, isFresh: (held: Opened) => boolean): Promise<string> => {
  for (let looked = 0; looked < looksMax; looked += 1) {
    const held = await readTokens(parts.vendors, parts.ref)
    if (!held) throw gone()
    if (isFresh(held)) return held.accessToken
    const isMine = await parts.vendors.database.asSystem('integrations: one renews', (tx) =>
      grants.claimRenewal(tx, held, held.version),
    )
    if (isMine) return renewAt(parts, held)
    await pause(lookAgainAfter, undefined, parts.sessionSettings.signal ? { signal: parts.sessionSettings.signal } : {})
  }
  throw new ConnectorFailure(
    'unavailable',
    `${parts.sessionSettings.connector.manifest.name} is taking too long to renew our access. This usually resolves itself.`,
  )
}

export const createTokenProvider = (parts: KeyParts): TokenProvider => {
  let token: string | undefined
  const isLasting = ({ expiresAt }: Opened): boolean => expiresAt === null || expiresAt.getTime() > Date.now() + soon
  return {
    async current() {
      if (token !== undefined) return token
      const held = await readTokens(parts.vendors, parts.ref)
      if (!held) throw gone()
      const isRenewable = held.refreshToken !== null && parts.sessionSettings.connector.auth.kind === 'oauth'
      token = isLasting(held) || !isRenewable ? held.accessToken : await renewOnce(parts, isLasting)
      return token
    },
    async renew(stale) {
      token = await renewOnce(parts, ({ accessToken }) => accessToken !== stale)
      return token
    },
  }
}
