// What happens to somebody's sign-in at the identity provider. Whom it does not know has none, and nothing is to be done.
import type { Identity } from '#server/identity/public.ts'

const signInOf = async (identity: Identity, username: string) => ({
  sdk: await import('@aws-sdk/client-cognito-identity-provider'),
  client: await identity.adminClient(),
  ref: { UserPoolId: identity.userPoolId, Username: username },
})

type SignIn = Awaited<ReturnType<typeof signInOf>>

const withSignIn = async (identity: Identity, username: string, work: (signIn: SignIn) => Promise<unknown>): Promise<void> => {
  const signIn = await signInOf(identity, username)
  try {
    await work(signIn)
  } catch (error) {
    if (!(error instanceof signIn.sdk.UserNotFoundException)) throw error
  }
}

interface Whom {
  username: string
  hasArrived: boolean
}

/** Whoever never arrived may have a sign-in of their own under their address: ours to touch is the one that an invitation made. */
const withOwnSignIn = (identity: Identity, { username, hasArrived }: Whom, work: (signIn: SignIn) => Promise<unknown>) =>
  withSignIn(identity, username, async (signIn) => {
    const { client, sdk, ref } = signIn
    if (!hasArrived) {
      const { UserStatus } = await client.send(new sdk.AdminGetUserCommand(ref))
      if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return
    }
    await work(signIn)
  })

/** No new sign-in, and the open ones end. */
export const closeSignIn = (identity: Identity, whom: Whom): Promise<void> =>
  withOwnSignIn(identity, whom, async ({ client, sdk, ref }) => {
    await client.send(new sdk.AdminDisableUserCommand(ref))
    await client.send(new sdk.AdminUserGlobalSignOutCommand(ref))
  })

export const openSignIn = (identity: Identity, whom: Whom): Promise<void> =>
  withOwnSignIn(identity, whom, ({ client, sdk, ref }) => client.send(new sdk.AdminEnableUserCommand(ref)))

export const deleteSignIn = (identity: Identity, whom: Whom): Promise<void> =>
  withOwnSignIn(identity, whom, ({ client, sdk, ref }) => client.send(new sdk.AdminDeleteUserCommand(ref)))

/** Sends a code for a new password, or a new temporary password to those who have not chosen their own yet. */
export const resetPassword = (identity: Identity, username: string): Promise<void> =>
  withSignIn(identity, username, async ({ client, sdk, ref }) => {
    const { UserStatus } = await client.send(new sdk.AdminGetUserCommand(ref))
    await (UserStatus === 'FORCE_CHANGE_PASSWORD'
      ? client.send(new sdk.AdminCreateUserCommand({ ...ref, MessageAction: 'RESEND' }))
      : client.send(new sdk.AdminResetUserPasswordCommand(ref)))
  })

const settingOf = {
  SOFTWARE_TOKEN_MFA: 'SoftwareTokenMfaSettings',
  EMAIL_OTP: 'EmailMfaSettings',
  SMS_MFA: 'SMSMfaSettings',
} as const

const isMethod = (name: string): name is keyof typeof settingOf => Object.hasOwn(settingOf, name)

/** For somebody who lost what they prove themselves with: only the password stays. */
export const clearFactors = (identity: Identity, username: string): Promise<void> =>
  withSignIn(identity, username, async ({ client, sdk, ref }) => {
    const { UserMFASettingList = [] } = await client.send(new sdk.AdminGetUserCommand(ref))
    const off = Object.fromEntries(UserMFASettingList.filter(isMethod).map((name) => [settingOf[name], { Enabled: false }]))
    if (Object.keys(off).length > 0) await client.send(new sdk.AdminSetUserMFAPreferenceCommand({ ...ref, ...off }))
    await identity.endOtherWaysIn(username)
    await client.send(new sdk.AdminUserGlobalSignOutCommand(ref))
  })
