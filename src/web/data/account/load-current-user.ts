import { getUserByEmail, type CurrentUser } from '#contract/signup/current-user.ts'
import { changeUserStatus } from '#contract/users/users.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { call } from '#web/lib/calls/browser-caller.ts'
import { acceptedTermsOf, forgetAcceptedTerms } from '#web/lib/identity/accepted-terms.ts'

export const usersKey = ['users']

/** A tab that was opened before the terms changed sends the old version. */
const refuseOldTerms = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.field !== 'terms_version') throw error
  forgetAcceptedTerms()
  throw new ApiError({ code: 'TERMS_NOT_ACCEPTED', detail: error.detail, field: error.field })
}

const find = async (email: string, opensAccount: boolean): Promise<CurrentUser> => {
  const accepted = acceptedTermsOf(email)
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = {
    email,
    time_zone,
    ...(accepted ? { terms_version: accepted } : {}),
    ...(opensAccount ? {} : { opens_account: 'false' as const }),
  }
  const user = await call(getUserByEmail, { query }).catch(refuseOldTerms)
  if (accepted) forgetAcceptedTerms()
  return user
}

/**
 * Loading activates an invited user, and refuses an owner who has not accepted the terms. Only a sign-in creates an account
 * (`opensAccount`): a screen that reloads the user must not create one for a user who has just left theirs.
 */
export const loadCurrentUser = async (email: string, { opensAccount = false } = {}) => {
  const user = await find(email, opensAccount)
  if (user.isOwner && user.termsVersion === null) throw new ApiError({ code: 'TERMS_NOT_ACCEPTED' })
  if (user.status !== 'INVITED') return user
  await call(changeUserStatus, { params: { id: user.id }, body: { status: 'ACTIVE' } })
  return find(email, opensAccount)
}
