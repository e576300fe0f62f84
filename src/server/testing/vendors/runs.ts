// Runs as a user sees and starts them.
import { listRuns, startRun, type Run } from '#contract/syncs/runs.ts'
import { isOpenStatus } from '#contract/integrations/sources.ts'
import { eventually, type TestUser } from '../world.ts'

/** The newest first. */
export const runsOf = async (user: TestUser, integrationId: string): Promise<Run[]> => {
  const { status, body, error } = await user.call(listRuns, { params: { integration_id: integrationId }, query: {} })
  if (status !== 200) throw new Error(`The runs were not listed: ${status} ${JSON.stringify(error)}`)
  return body.items
}

/** The newest run of a source, once it has ended. */
export const settled = (user: TestUser, integrationId: string): Promise<Run> =>
  eventually(async () => {
    const [newest] = await runsOf(user, integrationId)
    return newest && !isOpenStatus(newest.status) ? newest : undefined
  })

export const askForRun = (user: TestUser, integrationId: string, kind?: Run['kind']) =>
  user.call(startRun, { params: { integration_id: integrationId }, body: kind === undefined ? {} : { kind } })

/** Approves the pending removal. */
export const approveRemoval = (user: TestUser, integrationId: string) =>
  user.call(startRun, { params: { integration_id: integrationId }, body: { kind: 'sweep', agrees_to_removal: true } })

/** Starts a run and waits until it has ended. */
export const runToEnd = async (user: TestUser, integrationId: string, kind?: Run['kind']): Promise<Run> => {
  const { status, error } = await askForRun(user, integrationId, kind)
  if (status !== 202) throw new Error(`The run did not start: ${JSON.stringify(error)}`)
  return settled(user, integrationId)
}
