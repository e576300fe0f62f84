import { listClients, updateClient, validateCreateRequest } from './clients.ts'
import { listEvents } from './events.ts'
import { listIntegrations } from './integrations.ts'
import { listFailedJobs, retryFailedJob } from './jobs.ts'
import { streamLive } from './live.ts'
import { getOnboarding } from './onboarding.ts'
import { getOpenApi } from './openapi.ts'
import { listLetters, showLetter } from './outbox.ts'
import type { Route } from './route.ts'
import { listStages } from './stages.ts'
import { changeUserStatus, getUserByEmail } from './users.ts'

/** The only list of every call the product answers. Feeds OpenAPI and the test that compares it with the running server. */
export const allRoutes: readonly Route[] = [
  validateCreateRequest,
  listClients,
  updateClient,
  getUserByEmail,
  changeUserStatus,
  listIntegrations,
  listEvents,
  getOnboarding,
  listStages,
  streamLive,
  listLetters,
  showLetter,
  listFailedJobs,
  retryFailedJob,
  getOpenApi,
]
