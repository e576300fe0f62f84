// Changes of a user's sign-in at the identity provider. If the provider does not know the user, nothing is done.
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

interface SignInTarget {
  username: string
  hasArrived: boolean
}

/** A user who never signed in here may have their own sign-in under that email: we only touch one that an invitation created. */
const withOwnSignIn = (identity: Identity, { username, hasArrived }: SignInTarget, work: (signIn: SignIn) => Promise<unknown>) =>
  withSignIn(identity, username, async (signIn) => {
    const { client, sdk, ref } = signIn
    if (!hasArrived) {
      const { UserStatus } = await client.send(new sdk.AdminGetUserCommand(ref))
      if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return
    }
    await work(signIn)
  })

/** Blocks new sign-ins and ends open sessions. */
export const closeSignIn = (identity: Identity, target: SignInTarget): Promise<void> =>
  withOwnSignIn(identity, target, async ({ client, sdk, ref }) => {
    await client.send(new sdk.AdminDisableUserCommand(ref))
    await client.send(new sdk.AdminUserGlobalSignOutCommand(ref))
  })

export const openSignIn = (identity: Identity, target: SignInTarget): Promise<void> =>
  withOwnSignIn(identity, target, ({ client, sdk, ref }) => client.send(new sdk.AdminEnableUserCommand(ref)))

export const deleteSignIn = (identity: Identity, target: SignInTarget): Promise<void> =>
  withOwnSignIn(identity, target, ({ client, sdk, ref }) => client.send(new sdk.AdminDeleteUserCommand(ref)))

/** Sends a code for a new password, or a new temporary password to users who have not chosen their own yet. */
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

/** For a user who lost their second factors: only the password stays. */
export const clearFactors = (identity: Identity, username: string): Promise<void> =>
  withSignIn(identity, username, async ({ client, sdk, ref }) => {
    const { UserMFASettingList = [] } = await client.send(new sdk.AdminGetUserCommand(ref))
    const off = Object.fromEntries(UserMFASettingList.filter(isMethod).map((name) => [settingOf[name], { Enabled: false }]))
    if (Object.keys(off).length > 0) await client.send(new sdk.AdminSetUserMFAPreferenceCommand({ ...ref, ...off }))
    await identity.endOtherWaysIn(username)
    await client.send(new sdk.AdminUserGlobalSignOutCommand(ref))
  })
