// Which identity provider is used, and how users may sign in.
import type { WebConfig } from '#contract/kit/web-config.ts'
import type { Settings } from './options.ts'
import { BadSetting } from './parse.ts'

type WebIdentity = WebConfig['identity']

interface Shared {
  flow: WebIdentity['flow']
  identityPoolId: string | undefined
  signUpVerification: WebIdentity['signUpVerification']
}

interface Embedded extends Shared {
  mode: 'embedded'
  mfa: 'optional' | 'required'
  /** How long an unused sign-in lasts, and how long at most. */
  signInDays: { idle: number; atMost: number }
  /** Asked after the password. */
  question: { text: string; answer: string } | undefined
}

interface Aws extends Shared {
  mode: 'aws'
  region: string
  userPoolId: string
  userPoolClientId: string
  features: WebIdentity['features']
  hosted: WebIdentity['hosted']
}

export type IdentityConfig = Embedded | Aws

const flows = { password: 'USER_SRP_AUTH', choice: 'USER_AUTH', question: 'CUSTOM_WITH_SRP' } as const

const questionOf = ({ signInFlow, signInQuestion: text, signInAnswer: answer }: Settings): Embedded['question'] => {
  if (signInFlow !== 'question') {
    if (text ?? answer) throw new BadSetting('SIGN_IN_QUESTION and SIGN_IN_ANSWER go with SIGN_IN_FLOW=question: set it too.')
    return undefined
  }
  if (!text || !answer) throw new BadSetting('SIGN_IN_FLOW=question needs SIGN_IN_QUESTION and SIGN_IN_ANSWER.')
  return { text, answer }
}

const signInDaysOf = ({ signInIdleDays: idle, signInMaxDays: atMost }: Settings): Embedded['signInDays'] => {
  if (idle > atMost) throw new BadSetting('SIGN_IN_IDLE_DAYS takes no more than SIGN_IN_MAX_DAYS.')
  return { idle, atMost }
}

const hostedOf = ({ hostedDomain: domain, signOutUrls }: Settings, publicUrl: string): Aws['hosted'] => {
  if (domain) return { domain, signOutUrls: signOutUrls ?? [`${publicUrl}/`] }
  if (signOutUrls) throw new BadSetting('COGNITO_SIGN_OUT_URLS goes with COGNITO_HOSTED_DOMAIN: set it too.')
  return undefined
}

export const identityConfigOf = (settings: Settings, publicUrl: string): IdentityConfig => {
  const { identityMode: mode, userPoolId, userPoolClientId, identityPoolId, awsRegion: region, mfa } = settings
  const { signInFlow, signUpVerification } = settings
  const shared = { flow: flows[signInFlow], identityPoolId, signUpVerification }
  if (mode === 'embedded') return { ...shared, mode, mfa, signInDays: signInDaysOf(settings), question: questionOf(settings) }
  if (!userPoolId || !userPoolClientId)
    throw new BadSetting('IDENTITY_MODE=aws needs COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID.')
  const features = settings.cognitoFeatures ?? []
  return { ...shared, mode, region, userPoolId, userPoolClientId, features, hosted: hostedOf(settings, publicUrl) }
}
