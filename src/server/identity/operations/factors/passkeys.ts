// The passkeys of a user, authorized by an access token.
import { z } from 'zod'
import { deletePasskey, insertPasskey, selectPasskeys, type Passkey } from '../../factors/passkeys/passkey-queries.ts'
import { finishRegistration, notSupported, startRegistration } from '../../factors/passkeys/passkeys.ts'
import { sendSecurityEmail } from '../../emails.ts'
import { operation, type Call } from '../../pool.ts'
import { limitExceeded, resourceNotFound } from '../../wire/refusals.ts'
import { findBearer, lockBearer, lockFreshBearer } from '../bearer.ts'
import { pageOf } from './paging.ts'
import { signedIn, text } from '../wire-schemas.ts'

const passkeysMax = 20
const pageMax = 20

const passkeysWithRoom = async (call: Call, sub: string): Promise<Passkey[]> => {
  const passkeys = await selectPasskeys(call.tx, sub)
  if (passkeys.length >= passkeysMax) throw limitExceeded(`You can have at most ${passkeysMax} passkeys. Remove one first.`)
  return passkeys
}

export const startWebAuthnRegistration = operation(signedIn, async (call) => {
  const { account, originJti } = await lockFreshBearer(call)
  const passkeys = await passkeysWithRoom(call, account.sub)
  return { CredentialCreationOptions: await startRegistration(call, account, { passkeys, originJti }) }
})

const transport = z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb'])

const credential = z.object({
  id: text(2048),
  rawId: text(2048),
  type: z.literal('public-key'),
  // Unknown future values of browsers are left out rather than refused.
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional().catch(undefined),
  response: z.object({
    clientDataJSON: text(8192),
    attestationObject: text(60_000),
    transports: z
      .array(text(64))
      .max(20)
      .default([])
      .transform((list) => list.flatMap((name) => transport.safeParse(name).data ?? [])),
  }),
})

export const completeWebAuthnRegistration = operation(signedIn.extend({ Credential: credential }), async (call, input) => {
  const { account, originJti } = await lockBearer(call)
  const { sub } = account
  await passkeysWithRoom(call, sub)
  const passkey = await finishRegistration(call, input.Credential, { sub, originJti })
  if (!(await insertPasskey(call.tx, sub, passkey))) throw notSupported()
  const sentence = `A passkey was added to your account: ${passkey.name}. If this wasn't you, remove passkeys you don't recognize in My Account.`
  await sendSecurityEmail(call, account, sentence)
  return {}
})

const describePasskey = ({ settings }: Call, passkey: Passkey) => ({
  CredentialId: passkey.credentialId,
  FriendlyCredentialName: passkey.name,
  RelyingPartyId: settings.passkeys?.rpId ?? '',
  ...(passkey.attachment === null ? {} : { AuthenticatorAttachment: passkey.attachment }),
  AuthenticatorTransports: passkey.transports,
  CreatedAt: passkey.createdAt.getTime() / 1000,
})

export const listWebAuthnCredentials = operation(
  signedIn.extend({ MaxResults: z.int().min(0).max(pageMax).default(pageMax), NextToken: z.optional(text(4096)) }),
  async (call, { MaxResults, NextToken }) => {
    const { account } = await findBearer(call)
    const passkeys = await selectPasskeys(call.tx, account.sub)
    const { page, next } = pageOf(passkeys, ({ credentialId, createdAt }) => ({ key: credentialId, createdAt }), {
      limit: MaxResults || pageMax,
      token: NextToken,
    })
    const Credentials = page.map((passkey) => describePasskey(call, passkey))
    return { Credentials, ...(next === undefined ? {} : { NextToken: next }) }
  },
)

export const deleteWebAuthnCredential = operation(
  signedIn.extend({ CredentialId: text(2048).min(1) }),
  async (call, { CredentialId }) => {
    const { account } = await lockFreshBearer(call)
    const isGone = await deletePasskey(call.tx, { sub: account.sub, credentialId: CredentialId })
    if (!isGone) throw resourceNotFound('The passkey does not exist.')
    await sendSecurityEmail(call, account, 'A passkey was removed from your account.')
    return {}
  },
)
