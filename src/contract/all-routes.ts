import { exportAudit, listAudit, verifyAudit } from './audit.ts'
import {
  changeClientStatus,
  closeClient,
  createClient,
  getClient,
  getClientByEmail,
  listClients,
  previewClosure,
  reopenClient,
  revealOwner,
  transferOwnership,
  updateClient,
  validateCreateRequest,
} from './clients.ts'
import { listEvents } from './events.ts'
import {
  chooseFacebookAccount,
  chooseGoogleAccount,
  connectAdAccounts,
  listAdAccounts,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
} from './ad-accounts.ts'
import {
  connectActiveCampaign,
  deleteIntegration,
  finishConnection,
  getHubspotToken,
  listIntegrationModels,
  listIntegrations,
  refreshConnection,
  startConnection,
  updateIntegrationModel,
} from './integrations.ts'
import { cancelRun, getReconciliation, rejectRemoval, listRejects, listRuns, retryRejects, startRun } from './runs.ts'
import { connectLocations, listLocations } from './locations.ts'
import { previewMapping } from './mapping.ts'
import {
  checkIntegrationStatus,
  createActiveCampaignConfig,
  createConfig,
  createGhlConfig,
  replaceConfig,
  requestSync,
} from './configs.ts'
import { listConnectors } from './connectors.ts'
import { getLineage, listContacts, listCrmLists } from './records.ts'
import { approveRequest, declineRequest, listApprovals } from './approvals.ts'
import { listFailedJobs, retryFailedJob } from './jobs.ts'
import { streamLive } from './live.ts'
import { getMailPreferences, listNotifications, readNotifications, setEmailPreferences } from './notifications.ts'
import { getOnboarding } from './onboarding.ts'
import { getOpenApi } from './openapi.ts'
import { listEmails, showEmail } from './outbox.ts'
import type { Route } from './route.ts'
import { getSpend } from './spend.ts'
import { listStages } from './stages.ts'
import { getUserByEmail } from './current-user.ts'
import { createUser, inviteUsers, resendInvitation } from './invitations.ts'
import {
  changeUserStatus,
  deleteUser,
  leaveAccount,
  getUser,
  listUsers,
  resetUserPassword,
  clearUserFactors,
  revealUser,
  updateUser,
} from './users.ts'

/** The only list of every call the product answers. Feeds OpenAPI and the test that compares it with the running server. */
export const allRoutes: readonly Route[] = [
  validateCreateRequest,
  listClients,
  createClient,
  getClientByEmail,
  getClient,
  updateClient,
  changeClientStatus,
  revealOwner,
  transferOwnership,
  previewClosure,
  closeClient,
  reopenClient,
  getUserByEmail,
  listUsers,
  createUser,
  inviteUsers,
  resendInvitation,
  getUser,
  updateUser,
  deleteUser,
  leaveAccount,
  changeUserStatus,
  resetUserPassword,
  clearUserFactors,
  revealUser,
  listAudit,
  exportAudit,
  verifyAudit,
  listNotifications,
  readNotifications,
  getMailPreferences,
  setEmailPreferences,
  chooseFacebookAccount,
  chooseGoogleAccount,
  listAdAccounts,
  connectAdAccounts,
  listLocations,
  connectLocations,
  connectActiveCampaign,
  deleteIntegration,
  finishConnection,
  getHubspotToken,
  listConnectors,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
  listIntegrationModels,
  listIntegrations,
  refreshConnection,
  startConnection,
  updateIntegrationModel,
  cancelRun,
  getReconciliation,
  rejectRemoval,
  listRejects,
  listRuns,
  retryRejects,
  startRun,
  previewMapping,
  checkIntegrationStatus,
  createActiveCampaignConfig,
  createConfig,
  createGhlConfig,
  replaceConfig,
  requestSync,
  getLineage,
  getSpend,
  listContacts,
  listCrmLists,
  listEvents,
  getOnboarding,
  listStages,
  streamLive,
  listEmails,
  showEmail,
  listApprovals,
  approveRequest,
  declineRequest,
  listFailedJobs,
  retryFailedJob,
  getOpenApi,
]
