// Sign-up: the check before it, and the account that opens with the first call of a confirmed identity.
import { limits } from '#contract/kit/limits.ts'
import { isReservedName } from '#contract/kit/reserved-names.ts'
import { mendName } from '#contract/kit/text-rules.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { nameFromEmail } from '#contract/users/name-from-email.ts'
import type { Profile } from '#server/identity/public.ts'
import { actAs } from '#server/platform/audit/act.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkJoined, checkStanding, checkTerms, owesTerms } from '#server/platform/http/access.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../acts/service.ts'
import { checkNotOurName } from '../clients/model.ts'
import { activatePending, checkNameIsFree, openClient } from '../clients/service.ts'
import { markStep } from '../onboarding/service.ts'
import {
  acceptTerms,
  addUser,
  checkEmailIsFree,
  findTeammate,
  findUser,
  isKnownSubject,
  isSameEmail,
  noteSeen,
  recognise,
  removed,
} from '../users/service.ts'
import { acts } from './acts.ts'

/** Both names must be free. Nothing is created, so an abandoned form leaves nothing behind. */
export const validateSignUp = (
  database: Database,
  request: { name: string; users: readonly { email: string; name: string; lastname: string }[] },
): Promise<{ valid: true }> =>
  database.asSystem('signup: check a sign-up', async (tx) => {
    checkNotOurName(request.name)
    for (const { name, lastname } of request.users) checkNotOurName(`${name} ${lastname}`, { field: 'users.0.name' })
    await checkNameIsFree(tx, request.name)
    for (const { email } of request.users) await checkEmailIsFree(tx, email)
    return { valid: true }
  })

/** The identity provider accepts names that our forms refuse; they are repaired here, and the user can change them later. */
const userNamesOf = ({ email, givenName, familyName }: Profile) => {
  const name = mendName(givenName) ?? mendName(email.split('@')[0] ?? '') ?? email.slice(0, limits.nameMax)
  const lastname = mendName(familyName) ?? name
  return isReservedName(`${name} ${lastname}`) ? nameFromEmail(email) : { name, lastname }
}

const namesOf = (profile: Profile) => {
  const { name, lastname } = userNamesOf(profile)
  const company = mendName(profile.companyName ?? '')
  const isUsable = company !== undefined && !isReservedName(company)
  return { name, lastname, company: isUsable ? company : (mendName(`${name} ${lastname}`) ?? name) }
}

/** An invited user signs in for the first time. An account that staff opened for them becomes active. */
const welcome = async (tx: Tx, profile: Profile): Promise<boolean> => {
  const known = await recognise(tx, { email: profile.email, subject: profile.sub })
  if (!known) return false
  if (!known.isOwner) return true
  await markStep(tx, known.clientId, 'confirm_email')
  await activatePending(tx, known.clientId)
  return true
}

/** Creates the account, its owner as Admin and its default data together. */
const signUp = async (tx: Tx, profile: Profile, timeZone: string): Promise<void> => {
  await checkEmailIsFree(tx, profile.email)
  const userId = newId()
  const { sub: subject, email } = profile
  const { name, lastname, company } = namesOf(profile)
  const type = profile.isAgency ? 'AGENCY' : 'COMPANY'
  actAs(tx, { kind: 'user', id: userId })
  const { clientId } = await openClient(tx, { name: company, type, timeZone, ownerUserId: userId })
  await addUser(tx, { clientId, userId, subject, email, name, lastname, role: 'admin' })
  await markStep(tx, clientId, 'confirm_email')
  await record(tx, acts['user.signed_up'], {
    clientId,
    by: { origin: 'user', actor: email },
    object: { id: userId },
    after: { email, name, lastname, role: 'admin' },
  })
}

/**
 * A user who was invited is recognized by their email. For any other user an account opens, once, also with several
 * concurrent tabs.
 */
const openAccount = (database: Database, profile: Profile, timeZone: string): Promise<void> =>
  database.asSystem('signup: open an account', async (tx) => {
    if (await isKnownSubject(tx, profile.sub)) return
    if (!(await welcome(tx, profile))) await signUp(tx, profile, timeZone)
  })

interface SignInCall {
  subject: string
  email: string
  timeZone: string | undefined
  /** The version of the terms that the user accepts with this call. */
  termsVersion: string | undefined
  /** Otherwise a user without an account is refused. */
  opensAccount: boolean
  /** Loaded only if the user has no account yet. */
  profile: () => Promise<Profile>
}

const openAndFind = async (database: Database, call: SignInCall) => {
  const profile = await call.profile()
  if (!profile.emailVerified) throw new AppError('EMAIL_UNVERIFIED')
  try {
    await openAccount(database, profile, call.timeZone ?? 'UTC')
  } catch (error) {
    // Another tab of the same user was faster.
    const user = error instanceof AppError && error.code === 'USER_EXISTS' && (await findUser(database, call.subject))
    if (!user) throw error
  }
  return findUser(database, call.subject)
}

type KnownUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** The terms that the owner of an account accepts apply from the next call on. Other users need not accept them. */
const withTerms = async (database: Database, user: KnownUser, { termsVersion }: SignInCall): Promise<KnownUser> => {
  if (termsVersion === undefined || !owesTerms(user.caller)) return user
  await acceptTerms(database, user.caller, termsVersion)
  return (await findUser(database, user.caller.subject)) ?? user
}

/** The signed-in user, or a user of the same account by email. */
export const getOrCreateCurrentUser = async (database: Database, call: SignInCall): Promise<CurrentUser> => {
  const known = await findUser(database, call.subject)
  const found = known ?? (call.opensAccount ? await openAndFind(database, call) : undefined)
  if (!found) throw removed()
  checkStanding(found.caller)
  const signedIn = await withTerms(database, found, call)
  await noteSeen(database, signedIn)
  if (isSameEmail(call.email, signedIn.user.email)) return signedIn.user
  checkTerms(signedIn.caller)
  checkJoined(signedIn.caller)
  const teammate = await findTeammate(database, signedIn.caller.clientId, call.email)
  if (!teammate) throw new AppError('NOT_FOUND')
  return teammate
}
