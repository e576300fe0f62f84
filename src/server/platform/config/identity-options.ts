import { signInFeatures } from '#contract/kit/web-config.ts'
import { z } from 'zod'
import { host, text, type Option } from './option.ts'

const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  text.transform((list) => list.split(',').map((part) => part.trim())).pipe(z.array(item))
const features = listOf(z.enum(signInFeatures, `takes ${signInFeatures.join(', ')}, with commas between`))
const signOutUrls = listOf(z.url({ protocol: /^https?$/, error: 'takes http or https addresses, with commas between' }))
const days = z
  .string()
  .regex(/^\d+$/, 'takes a number of days from 1 to 3650')
  .transform(Number)
  .pipe(z.number().min(1, 'takes a number of days from 1 to 3650').max(3650, 'takes a number of days from 1 to 3650'))

export const identityOptions = {
  identityMode: {
    env: 'IDENTITY_MODE',
    takes: 'embedded|aws',
    otherwise: 'embedded',
    about: 'Who keeps the passwords: the embedded pool or AWS Cognito',
    read: z.enum(['embedded', 'aws'], 'takes embedded or aws').default('embedded'),
  },
  awsRegion: {
    env: 'AWS_REGION',
    takes: 'region',
    otherwise: 'us-east-1',
    about: 'Region of the Cognito pool',
    read: text.default('us-east-1'),
  },
  userPoolId: {
    env: 'COGNITO_USER_POOL_ID',
    takes: 'id',
    otherwise: '',
    about: 'Cognito user pool, with IDENTITY_MODE=aws',
    read: text.regex(/^[a-z]+-[a-z]+(-[a-z]+)?-\d_[A-Za-z0-9]+$/, 'takes an id such as us-east-1_AbCd12345').optional(),
  },
  userPoolClientId: {
    env: 'COGNITO_CLIENT_ID',
    takes: 'id',
    otherwise: '',
    about: 'Cognito app client without a secret, with IDENTITY_MODE=aws',
    read: text.optional(),
  },
  identityPoolId: {
    env: 'COGNITO_IDENTITY_POOL_ID',
    takes: 'id',
    otherwise: 'none',
    about: 'Cognito identity pool, if there is one',
    read: text.regex(/^[a-z]+-[a-z]+(-[a-z]+)?-\d:[\w-]+$/, 'takes an id such as us-east-1:0a1b2c3d-…').optional(),
  },
  cognitoFeatures: {
    env: 'COGNITO_FEATURES',
    takes: 'a,b',
    otherwise: 'none',
    about: `What the Cognito pool offers besides passwords: ${signInFeatures.join(', ')}`,
    read: features.optional(),
  },
  hostedDomain: {
    env: 'COGNITO_HOSTED_DOMAIN',
    takes: 'host',
    otherwise: 'none',
    about: "Domain of the provider's own pages: signing out ends the session there too",
    read: host.optional(),
  },
  signOutUrls: {
    env: 'COGNITO_SIGN_OUT_URLS',
    takes: 'url,…',
    otherwise: 'PUBLIC_URL/',
    about: 'Addresses to which the hosted sign-out may return, as they stand in the app client',
    read: signOutUrls.optional(),
  },
  signInFlow: {
    env: 'SIGN_IN_FLOW',
    takes: 'password|choice|question',
    otherwise: 'password',
    about: 'What the sign-in form asks: the password, first how to sign in, or the password and one more question',
    read: z.enum(['password', 'choice', 'question'], 'takes password, choice or question').default('password'),
  },
  signInQuestion: {
    env: 'SIGN_IN_QUESTION',
    takes: 'text',
    otherwise: '',
    about: 'The further question of the embedded pool, with SIGN_IN_FLOW=question',
    read: text.max(200, 'takes at most 200 characters').optional(),
  },
  signInAnswer: {
    env: 'SIGN_IN_ANSWER',
    takes: 'text',
    otherwise: '',
    about: 'The answer to it, the same for everybody',
    secret: true,
    read: text.max(200, 'takes at most 200 characters').optional(),
  },
  mfa: {
    env: 'SIGN_IN_MFA',
    takes: 'optional|required',
    otherwise: 'optional',
    about: 'Whether everybody must use a second step, in the embedded pool',
    read: z.enum(['optional', 'required'], 'takes optional or required').default('optional'),
  },
  signInIdleDays: {
    env: 'SIGN_IN_IDLE_DAYS',
    takes: 'days',
    otherwise: '14',
    about: 'After how many days without use a sign-in of the embedded pool ends',
    read: days.default(14),
  },
  signInMaxDays: {
    env: 'SIGN_IN_MAX_DAYS',
    takes: 'days',
    otherwise: '30',
    about: 'After how many days it ends however much it is used',
    read: days.default(30),
  },
  signUpVerification: {
    env: 'SIGN_UP_VERIFICATION',
    takes: 'code|link',
    otherwise: 'code',
    about: 'What the email after sign-up holds: a code to type, or a link to open; with Cognito as its pool is set up',
    read: z.enum(['code', 'link'], 'takes code or link').default('code'),
  },
} as const satisfies Record<string, Option>
