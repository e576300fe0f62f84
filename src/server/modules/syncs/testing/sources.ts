// What a person does to have a source read: goes to the vendor, says yes, chooses columns, asks for a run.
import {
  finishConnection,
  listIntegrations,
  startConnection,
  updateIntegrationModel,
  type Integration,
} from '#contract/integrations.ts'
import { previewMapping } from '#contract/mapping.ts'
import { listRuns, openRunStatuses, startRun, type Run } from '#contract/runs.ts'
import { sayYes } from '#server/connectors/testing/bench.ts'
import { eventually, type Person } from '#server/testing/world.ts'
import type { PlayedVendor, Stage } from '#server/testing/stage.ts'

/** What the person enters before they leave for the vendor. */
const fieldsFor = ({ sandbox }: Stage, { hands, vendor }: PlayedVendor, account: string): Record<string, string> => {
  const stored = sandbox.store.account({ vendor: vendor.prefix, account })
  return stored ? hands.howToConnect(stored) : {}
}

interface Wish {
  account: string
  /** Connects this one again. */
  integrationId?: string
}

/** From the first click to the answer of the product. */
export const goAndComeBack = async (stage: Stage, person: Person, vendor: PlayedVendor, { account, integrationId }: Wish) => {
  const { type } = vendor
  const again = integrationId === undefined ? {} : { integration_id: integrationId }
  const fields = fieldsFor(stage, vendor, account)
  const started = await person.call(startConnection, { params: { type }, body: { fields, ...again } })
  const { oauth_url: url } = started.body
  if (started.status !== 200 || typeof url !== 'string') return started
  const back = await sayYes(url, account)
  const body = { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
  return person.call(finishConnection, { params: { type }, body })
}

const mapColumns = async (person: Person, id: string): Promise<void> => {
  const { body } = await person.call(previewMapping, { params: { id }, body: { settings: {} } })
  const settings = { map: body.suggestion, ...(body.table_id === null ? {} : { table_id: body.table_id }) }
  const { status } = await person.call(updateIntegrationModel, { params: { id }, body: { settings } })
  if (status !== 200) throw new Error('The columns could not be chosen')
}

/** Connects an account, with all that has to be chosen. The first run is on its way afterwards. */
export const connectSource = async (
  stage: Stage,
  person: Person,
  vendor: PlayedVendor,
  account: string,
): Promise<Integration> => {
  const { status, body, error } = await goAndComeBack(stage, person, vendor, { account })
  const { integration } = body
  if (status !== 200 || !integration) throw new Error(`It was not connected: ${JSON.stringify(error)}`)
  if (integration.needs === 'table') await mapColumns(person, integration.id)
  return integration
}

export const runsOf = async (person: Person, integrationId: string): Promise<Run[]> => {
  const { body } = await person.call(listRuns, { params: { integration_id: integrationId }, query: {} })
  return body.items
}

/** The newest run, once it has come to an end. */
export const endOfRun = (person: Person, integrationId: string): Promise<Run> =>
  eventually(async () => {
    const [newest] = await runsOf(person, integrationId)
    return newest && !(openRunStatuses as readonly string[]).includes(newest.status) ? newest : undefined
  }, 30_000)

export const askForRun = async (person: Person, integrationId: string, kind: Run['kind'] = 'incremental') =>
  person.call(startRun, { params: { integration_id: integrationId }, body: { kind } })

/** Asks for a run and waits until it is over. */
export const runToEnd = async (person: Person, integrationId: string, kind: Run['kind'] = 'incremental'): Promise<Run> => {
  const { status, error } = await askForRun(person, integrationId, kind)
  if (status !== 202) throw new Error(`The run did not start: ${JSON.stringify(error)}`)
  return endOfRun(person, integrationId)
}

export const integrationOf = async (person: Person, id: string): Promise<Integration> => {
  const { body } = await person.call(listIntegrations, { query: {} })
  const found = body.items.find((one) => one.id === id)
  if (!found) throw new Error('The source is gone')
  return found
}
