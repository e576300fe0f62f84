import { z } from 'zod'
import type { Session } from '../../kit/access.ts'
import type { Json, Page } from '../../kit/records.ts'
import { textOrNull } from '../../kit/text.ts'
import { dropOddAmounts, sortRecords, type Sorted } from '../../kit/wire.ts'
import { addressOf, everything, rowsBy, rowsOf } from '../client.ts'
import { selectOf, words } from '../fields.ts'
import { defaultPipeline, flowsByOpportunity, opportunityOf, pipelineOf } from '../map.ts'
import type { Content, Part } from './reader.ts'
import { currencyRow, flowAnswer, opportunityRow, stageRow, workflowRow, type OpportunityRow } from '../wire.ts'

/** The tables of the standard processes, by the names of the processes. */
export const flowSets: Readonly<Record<string, string>> = {
  opportunitysalesprocess: 'opportunitysalesprocesses',
  leadtoopportunitysalesprocess: 'leadtoopportunitysalesprocesses',
}
const flowSelect = words(
  'businessprocessflowinstanceid _opportunityid_value _processid_value _activestageid_value activestagestartedon statecode modifiedon',
)

const processesOf = async (session: Session) => {
  const path = addressOf('workflows', {
    select: ['workflowid', 'name', 'uniquename'],
    filter: 'category eq 4 and type eq 1 and statecode eq 1',
  })
  const rows = rowsOf(workflowRow, await everything(session, path, 'processes'), 'processes')
  return rows.flatMap(({ workflowid, name, uniquename }) => {
    const set = flowSets[uniquename ?? '']
    return set === undefined ? [] : [{ id: workflowid, name: textOrNull(name) ?? 'Process', set }]
  })
}

const preparedShape = z.object({ currencies: z.record(z.string(), z.string()), sets: z.array(z.string()) })

const prepare = async (session: Session): Promise<Json> => {
  const path = addressOf('transactioncurrencies', { select: ['transactioncurrencyid', 'isocurrencycode'] })
  const currencies = rowsOf(currencyRow, await everything(session, path, 'currencies'), 'currencies')
  return {
    currencies: Object.fromEntries(currencies.map((row) => [row.transactioncurrencyid, row.isocurrencycode])),
    sets: [...new Set((await processesOf(session)).map(({ set }) => set))],
  }
}

export const sortOpportunities = (rows: readonly unknown[]): Sorted<OpportunityRow> =>
  dropOddAmounts(sortRecords(opportunityRow, rows, { object: 'opportunity', id: 'opportunityid' }), {
    id: ({ opportunityid }) => opportunityid,
    amounts: ({ actualvalue, estimatedvalue }) => [actualvalue, estimatedvalue],
  })

const opportunitiesIn = async (session: Session, rows: readonly unknown[], prepared: unknown): Promise<Content> => {
  const { currencies, sets } = preparedShape.parse(prepared)
  const { good, rejected } = sortOpportunities(rows)
  const ids = good.map(({ record }) => record.opportunityid)
  const flows: unknown[] = []
  for (const set of sets)
    flows.push(...(await rowsBy(session, set, { select: flowSelect, attribute: '_opportunityid_value', ids })))
  const byId = flowsByOpportunity(rowsOf(flowAnswer, flows, 'processes'))
  const { settings } = session
  return {
    opportunities: good.map(({ record, raw }) => {
      const flow = byId.get(record.opportunityid)
      // Stored, so that the record can be mapped again without a request to Dynamics.
      const isocurrencycode = currencies[record._transactioncurrencyid_value ?? ''] ?? null
      const whole = { ...(raw as object), isocurrencycode, ...(flow ? { process: flow } : {}) }
      return opportunityOf(record, whole, { currencies, flow, settings })
    }),
    rejected,
  }
}

export const opportunities: Part = {
  set: 'opportunities',
  key: 'opportunityid',
  object: 'opportunity',
  isTracked: true,
  select: (session) => selectOf(session, 'opportunity'),
  prepare,
  take: opportunitiesIn,
}
/** A step in the process does not count as a change of the opportunity. */
export const steps = (set: string): Part => ({
  set,
  key: 'businessprocessflowinstanceid',
  isTracked: false,
  isOnlyForChanges: true,
  select: async (session) => ((await processesOf(session)).some((process) => process.set === set) ? flowSelect : null),
  prepare,
  async take(session, rows, prepared) {
    const ids = [...new Set(rowsOf(flowAnswer, rows, 'processes').map((row) => row._opportunityid_value))].filter(
      (id) => typeof id === 'string',
    )
    if (ids.length === 0) return {}
    const select = await selectOf(session, 'opportunity')
    return opportunitiesIn(session, await rowsBy(session, 'opportunities', { select, attribute: 'opportunityid', ids }), prepared)
  },
})

const usualSteps = ['1-Qualify', '2-Develop', '3-Propose', '4-Close']

export const readPipelines = async (session: Session): Promise<Page> => {
  const processes = await processesOf(session)
  if (processes.length === 0) {
    const stages = usualSteps.map((name, order) => ({ externalId: name, name, order, outcome: 'open' as const }))
    return { pipelines: [{ externalId: defaultPipeline, name: 'Opportunities', order: 0, stages }], next: null }
  }
  const rows = await rowsBy(session, 'processstages', {
    select: ['processstageid', 'stagename', 'stagecategory', '_processid_value'],
    attribute: '_processid_value',
    ids: processes.map(({ id }) => id),
  })
  const stages = rowsOf(stageRow, rows, 'stages')
  return { pipelines: processes.map((process, order) => pipelineOf(process, order, stages)), next: null }
}
