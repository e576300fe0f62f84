// Every operation the pool knows, by the name it has on the wire.
import { changePassword, getUser, globalSignOut, updateUserAttributes } from './operations/account.ts'
import { adminCreateUser } from './operations/admin-create-user.ts'
import {
  adminConfirmSignUp,
  adminDeleteUser,
  adminDisableUser,
  adminEnableUser,
  adminGetUser,
  adminResetUserPassword,
  adminSetUserPassword,
  adminUpdateUserAttributes,
  adminUserGlobalSignOut,
} from './operations/admin.ts'
import { respondToAuthChallenge } from './operations/challenges.ts'
import { listUsers } from './operations/list-users.ts'
import { confirmForgotPassword, forgotPassword } from './operations/password-reset.ts'
import { getTokensFromRefreshToken, revokeToken } from './operations/refresh.ts'
import { initiateAuth } from './operations/sign-in.ts'
import { confirmSignUp, resendConfirmationCode, signUp } from './operations/sign-up.ts'
import type { Operation } from './pool.ts'

/** For anybody, over HTTP. */
export const publicOperations: Readonly<Record<string, Operation>> = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
  GlobalSignOut: globalSignOut,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
  ChangePassword: changePassword,
  GetUser: getUser,
  UpdateUserAttributes: updateUserAttributes,
}

/** For anybody, under the name of the other service. */
export const identityPoolOperations: Readonly<Record<string, Operation>> = {}

/** For the product itself, in this process. */
export const adminOperations: Readonly<Record<string, Operation>> = {
  AdminCreateUser: adminCreateUser,
  AdminGetUser: adminGetUser,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminSetUserPassword: adminSetUserPassword,
  AdminResetUserPassword: adminResetUserPassword,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminDeleteUser: adminDeleteUser,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  ListUsers: listUsers,
}
