// One connection for both: a webhook address to send leads to, a user whose leads are read, or both.
import { callIdentity, listContacts, postEvent } from './calls.ts'
import type { Perform } from './platform.ts'

interface SignIn {
  AuthenticationResult?: { AccessToken: string; RefreshToken: string }
  ChallengeName?: string
}

const refusalOf = (challenge: string | undefined): string =>
  challenge === 'NEW_PASSWORD_REQUIRED'
    ? 'This user has a temporary password. Sign in to Tributary in a browser first and choose a password.'
    : 'This user needs two-step sign-in, which Zapier can’t do. Connect a user who signs in with a password only.'

/** Zapier calls it when the user connects, and whenever the access token is refused. */
const signIn: Perform<{ access_token: string; refresh_token: string }> = async (z, bundle) => {
  const { email, password = '', refresh_token: earlier } = bundle.authData
  if (!email) return { access_token: '', refresh_token: '' }
  // A user has a limited number of sessions; the one that is replaced would last for two weeks.
  if (earlier) await callIdentity(z, bundle, 'RevokeToken', { Token: earlier })
  const body = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: password } }
  const { AuthenticationResult: tokens, ChallengeName } = (await callIdentity(z, bundle, 'InitiateAuth', body)) as SignIn
  if (!tokens) throw new z.errors.Error(refusalOf(ChallengeName), 'sign_in_refused', 403)
  return { access_token: tokens.AccessToken, refresh_token: tokens.RefreshToken }
}

const test: Perform<{ connected_as: string }> = async (z, bundle) => {
  const { secret_address: address, email } = bundle.authData
  if (!address && !email)
    throw new z.errors.Error('Enter a webhook address to send leads, or an email address and a password to read them.')
  if (address) await postEvent(z, bundle, { event: 'touch', external_id: 'zapier-connection-test' }, { test: 'true' })
  if (email) await listContacts(z, bundle, 1)
  return { connected_as: email ?? 'webhook address' }
}

export const authentication = {
  type: 'session',
  sessionConfig: { perform: signIn },
  test,
  connectionLabel: '{{connected_as}}',
  fields: [
    {
      key: 'secret_address',
      label: 'Webhook address',
      type: 'password',
      required: false,
      helpText:
        'To **send** leads. In Tributary, open Settings, then Webhooks, and copy the address of an endpoint. It has the form `https://…/hooks/in/…`; keep it secret.',
    },
    {
      key: 'site',
      label: 'Tributary address',
      type: 'string',
      required: false,
      isNoSecret: true,
      placeholder: 'https://app.example.com',
      helpText: 'To **read** leads: the beginning of the address that you see in your browser when you use Tributary.',
    },
    {
      key: 'email',
      label: 'Email',
      type: 'string',
      required: false,
      isNoSecret: true,
      helpText: 'To **read** leads: a user of your account without two-step sign-in. Invite one just for Zapier.',
    },
    { key: 'password', label: 'Password', type: 'password', required: false },
    { key: 'access_token', type: 'password', required: false, computed: true },
    { key: 'refresh_token', type: 'password', required: false, computed: true },
  ],
}
