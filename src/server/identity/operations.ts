// Every operation of the pool, by its name on the wire.
import { changePassword, deleteUser, getUser, globalSignOut } from './operations/account.ts'
import { adminCreateUser } from './operations/admin/admin-create-user.ts'
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
} from './operations/admin/admin.ts'
import {
  deleteUserAttributes,
  getUserAttributeVerificationCode,
  updateUserAttributes,
  verifyUserAttribute,
} from './operations/attributes.ts'
import { respondToAuthChallenge } from './operations/sign-in/challenges.ts'
import {
  adminForgetDevice,
  adminListDevices,
  confirmDevice,
  forgetDevice,
  getDevice,
  listDevices,
  updateDeviceStatus,
} from './operations/factors/devices.ts'
import { getCredentialsForIdentity, getId } from './operations/identity-pool.ts'
import { listUsers } from './operations/admin/list-users.ts'
import { adminSetUserMfaPreference, setUserMfaPreference } from './operations/factors/mfa-preference.ts'
import {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  startWebAuthnRegistration,
} from './operations/factors/passkeys.ts'
import { confirmForgotPassword, forgotPassword } from './operations/password-reset.ts'
import { reauthenticate, startReauthentication } from './operations/reauthenticate.ts'
import { getTokensFromRefreshToken, revokeToken } from './operations/refresh.ts'
import { initiateAuth } from './operations/sign-in/sign-in.ts'
import { confirmSignUp, resendConfirmationCode, signUp } from './operations/sign-up.ts'
import { associateSoftwareToken, verifySoftwareToken } from './operations/factors/software-token.ts'
import type { Operation } from './pool.ts'

/** Public, over HTTP. */
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
  DeleteUser: deleteUser,
  UpdateUserAttributes: updateUserAttributes,
  DeleteUserAttributes: deleteUserAttributes,
  GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
  VerifyUserAttribute: verifyUserAttribute,
  AssociateSoftwareToken: associateSoftwareToken,
  VerifySoftwareToken: verifySoftwareToken,
  SetUserMFAPreference: setUserMfaPreference,
  ConfirmDevice: confirmDevice,
  ListDevices: listDevices,
  GetDevice: getDevice,
  UpdateDeviceStatus: updateDeviceStatus,
  ForgetDevice: forgetDevice,
  StartWebAuthnRegistration: startWebAuthnRegistration,
  CompleteWebAuthnRegistration: completeWebAuthnRegistration,
  ListWebAuthnCredentials: listWebAuthnCredentials,
  DeleteWebAuthnCredential: deleteWebAuthnCredential,
  StartReauthentication: startReauthentication,
  Reauthenticate: reauthenticate,
}

/** Public, under the name of the other service. */
export const identityPoolOperations: Readonly<Record<string, Operation>> = {
  GetId: getId,
  GetCredentialsForIdentity: getCredentialsForIdentity,
}

/** For the product itself, in this process. */
export const adminOperations: Readonly<Record<string, Operation>> = {
  AdminCreateUser: adminCreateUser,
  AdminGetUser: adminGetUser,
  AdminUpdateUserAttributes: adminUpdateUserAttributes,
  AdminSetUserMFAPreference: adminSetUserMfaPreference,
  AdminSetUserPassword: adminSetUserPassword,
  AdminResetUserPassword: adminResetUserPassword,
  AdminConfirmSignUp: adminConfirmSignUp,
  AdminDisableUser: adminDisableUser,
  AdminEnableUser: adminEnableUser,
  AdminDeleteUser: adminDeleteUser,
  AdminUserGlobalSignOut: adminUserGlobalSignOut,
  AdminListDevices: adminListDevices,
  AdminForgetDevice: adminForgetDevice,
  ListUsers: listUsers,
}
