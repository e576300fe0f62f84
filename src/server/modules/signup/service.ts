// How people come in: the check before sign-up, and the account that opens when they first arrive with a confirmed address.
import { mendName } from '#contract/kit/text-rules.ts'
import { limits } from '#contract/kit/limits.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import type { Profile } from '#server/identity/public.ts'
import { actAs } from '#server/platform/audit/act.ts'
import type { Database, Tx } from '#server/platform/db/scope.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkJoined, checkStanding, checkTerms, owesTerms } from '#server/platform/http/access.ts'
import { newId } from '#server/platform/ids.ts'
import { record } from '../acts/service.ts'
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

/** Both names must be free. Nothing is created, so nothing is left behind by a form that is never sent. */
export const validateSignUp = (
  database: Database,
  request: { name: string; users: readonly { email: string }[] },
): Promise<{ valid: true }> =>
  database.asSystem('arrival: check a sign-up', async (tx) => {
    await checkNameIsFree(tx, request.name)
    for (const { email } of request.users) await checkEmailIsFree(tx, email)
    return { valid: true }
  })

/** The identity provider takes names that our forms refuse; the account keeps our rules, and the person can rename later. */
const namesOf = ({ email, givenName, familyName, companyName }: Profile) => {
  const name = mendName(givenName) ?? mendName(email.split('@')[0] ?? '') ?? email.slice(0, limits.nameMax)
  const lastname = mendName(familyName) ?? name
  return { name, lastname, company: mendName(companyName ?? '') ?? mendName(`${name} ${lastname}`) ?? name }
}

/** Somebody who was invited has come; an account that we opened for them begins with that. */
const welcome = async (tx: Tx, profile: Profile): Promise<boolean> => {
  const known = await recognise(tx, { email: profile.email, subject: profile.sub })
  if (!known) return false
  if (!known.isOwner) return true
  await markStep(tx, known.clientId, 'confirm_email')
  await activatePending(tx, known.clientId)
  return true
}

/** The account, its owner as Admin and its default data come into being together. */
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
 * Whoever is known by their address, because they were invited, is taken for who they are. For anybody else an account opens, once,
 * however many tabs arrive at the same time.
 */
const openAccount = (database: Database, profile: Profile, timeZone: string): Promise<void> =>
  database.asSystem('arrival: open an account', async (tx) => {
    if (await isKnownSubject(tx, profile.sub)) return
    if (!(await welcome(tx, profile))) await signUp(tx, profile, timeZone)
  })

interface Arrival {
  subject: string
  email: string
  timeZone: string | undefined
  /** The version of the terms that the user accepts with this call. */
  termsVersion: string | undefined
  /** Otherwise whoever has no account is refused. */
  opensAccount: boolean
  /** Asked only when the person has no account yet. */
  profile: () => Promise<Profile>
}

const openAndFind = async (database: Database, arrival: Arrival) => {
  const profile = await arrival.profile()
  if (!profile.emailVerified) throw new AppError('EMAIL_UNVERIFIED')
  try {
    await openAccount(database, profile, arrival.timeZone ?? 'UTC')
  } catch (error) {
    // Another tab of the same person was faster.
    const user = error instanceof AppError && error.code === 'USER_EXISTS' && (await findUser(database, arrival.subject))
    if (!user) throw error
  }
  return findUser(database, arrival.subject)
}

type Person = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** What the owner of an account accepts counts from the next call on; nobody else has to. */
const withTerms = async (database: Database, user: Person, { termsVersion }: Arrival): Promise<Person> => {
  if (termsVersion === undefined || !owesTerms(user.caller)) return user
  await acceptTerms(database, user.caller, termsVersion)
  return (await findUser(database, user.caller.subject)) ?? user
}

/** The signed-in person, or a colleague of theirs by address. */
export const getOrCreateCurrentUser = async (database: Database, arrival: Arrival): Promise<CurrentUser> => {
  const known = await findUser(database, arrival.subject)
  const found = known ?? (arrival.opensAccount ? await openAndFind(database, arrival) : undefined)
  if (!found) throw removed()
  checkStanding(found.caller)
  const user = await withTerms(database, found, arrival)
  await noteSeen(database, user)
  if (isSameEmail(arrival.email, user.user.email)) return user.user
  checkTerms(user.caller)
  checkJoined(user.caller)
  const colleague = await findTeammate(database, user.caller.clientId, arrival.email)
  if (!colleague) throw new AppError('NOT_FOUND')
  return colleague
}
