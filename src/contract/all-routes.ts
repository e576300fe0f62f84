import { exportAudit, listAudit, verifyAudit } from './audit.ts'
import { getClient, getClientByEmail, listClients, revealOwner, updateClient } from './clients.ts'
import { transferOwnership } from './users/ownership.ts'
import { createClient, validateCreateRequest } from './signup/sign-up.ts'
import { changeClientStatus, closeClient, previewClosure, reopenClient } from './account-closure.ts'
import {
  approveCriteria,
  compareVersions,
  discardCriteria,
  getCriteria,
  getPreview,
  previewCriteria,
  requestChanges,
  requestData,
  saveCriteria,
  submitCriteria,
  withdrawCriteria,
} from './connections/agreements.ts'
import { chooseClaim, getClaim, listClaimed } from './connections/claims.ts'
import {
  acceptConnection,
  cancelConnection,
  createConnection,
  getConnection,
  getInvitation,
  listConnections,
  rejectConnection,
  removeConnection,
  resendConnection,
} from './connections/connections.ts'
import { listSeen, verifySeen } from './connections/ledger.ts'
import { countFiles, getShared, listReceipts } from './connections/sharing.ts'
import { getTotals } from './connections/totals.ts'
import { listCriteriaSourceFields, listCriteriaValues } from './criteria/suggestions.ts'
import { listEvents } from './events/events.ts'
import { changeExclusionTag, excludeContacts, includeContact, listExclusions } from './exclusions.ts'
import {
  chooseFacebookAccount,
  chooseGoogleAccount,
  connectAdAccounts,
  listAdAccounts,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
} from './integrations/ad-accounts.ts'
import {
  connectActiveCampaign,
  deleteIntegration,
  finishConnect,
  getHubspotToken,
  listIntegrationModels,
  listIntegrations,
  refreshIntegration,
  startConnect,
  updateIntegrationModel,
} from './integrations/integrations.ts'
import { cancelRun, getReconciliation, rejectRemoval, listRejects, listRuns, retryRejects, startRun } from './syncs/runs.ts'
import { connectLocations, listLocations } from './integrations/locations.ts'
import { previewMapping } from './integrations/mapping.ts'
import {
  checkIntegrationStatus,
  createActiveCampaignConfig,
  createConfig,
  createGhlConfig,
  replaceConfig,
  requestSync,
} from './integrations/configs.ts'
import {
  createGhostCompany,
  deleteGhostCompany,
  deleteGhostData,
  getGhostStatus,
  listGhostCompanies,
  renameGhostCompany,
} from './ghost-companies/companies.ts'
import { chooseGhostFile, connectGhostSheet, disconnectGhostSheet, getGhostSheet } from './ghost-companies/sheets.ts'
import { listConnectors } from './integrations/connectors.ts'
import { exportContacts, getLineage, listContacts, listCrmLists } from './crm/records.ts'
import { approveRequest, declineRequest, listApprovals } from './approvals.ts'
import { listFailedJobs, retryFailedJob } from './jobs.ts'
import { streamLive } from './live.ts'
import { getMailPreferences, listNotifications, readNotifications, setEmailPreferences } from './notifications.ts'
import { getOnboarding } from './onboarding.ts'
import { getOpenApi } from './kit/openapi.ts'
import { listEmails, showEmail } from './outbox.ts'
import type { Route } from './kit/route.ts'
import { getSpend } from './crm/spend.ts'
import { listStages } from './stages.ts'
import { getUserByEmail } from './signup/current-user.ts'
import {
  acceptSetAside,
  changeWebhookProperties,
  createWebhookProperties,
  deleteWebhookProperty,
  ignoreSetAside,
  listSetAside,
  listWebhookProperties,
} from './webhooks/properties.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  requireSignature,
  rotateSigningSecret,
  rotateWebhookKey,
} from './webhooks/endpoints.ts'
import { countDeliveries, getDelivery, getWebhookUsage, listDeliveries, replayDelivery } from './webhooks/deliveries.ts'
import { createUser, inviteUsers, resendInvitation } from './users/invitations.ts'
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
} from './users/users.ts'

/**
 * The only list of every call that the product answers. Used for OpenAPI and by the test that compares it with the
 * running server.
 */
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
  finishConnect,
  getHubspotToken,
  listConnectors,
  listFacebookAccounts,
  listFacebookBusinesses,
  listGoogleBusinesses,
  listIntegrationModels,
  listIntegrations,
  refreshIntegration,
  startConnect,
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
  exportContacts,
  listCrmLists,
  listConnections,
  createConnection,
  getConnection,
  resendConnection,
  acceptConnection,
  rejectConnection,
  cancelConnection,
  removeConnection,
  getInvitation,
  getCriteria,
  compareVersions,
  saveCriteria,
  discardCriteria,
  getPreview,
  previewCriteria,
  submitCriteria,
  withdrawCriteria,
  approveCriteria,
  requestChanges,
  requestData,
  getShared,
  countFiles,
  listReceipts,
  getTotals,
  getClaim,
  listClaimed,
  chooseClaim,
  listSeen,
  verifySeen,
  listCriteriaValues,
  listCriteriaSourceFields,
  listEvents,
  listExclusions,
  changeExclusionTag,
  excludeContacts,
  includeContact,
  listGhostCompanies,
  createGhostCompany,
  renameGhostCompany,
  getGhostStatus,
  connectGhostSheet,
  getGhostSheet,
  chooseGhostFile,
  disconnectGhostSheet,
  deleteGhostData,
  deleteGhostCompany,
  listWebhookProperties,
  createWebhookProperties,
  changeWebhookProperties,
  deleteWebhookProperty,
  listSetAside,
  acceptSetAside,
  ignoreSetAside,
  listWebhookEndpoints,
  createWebhookEndpoint,
  rotateWebhookKey,
  rotateSigningSecret,
  requireSignature,
  deleteWebhookEndpoint,
  listDeliveries,
  countDeliveries,
  getWebhookUsage,
  getDelivery,
  replayDelivery,
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
