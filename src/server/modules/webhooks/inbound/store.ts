// Stores what arrived. Calls that arrive at an endpoint while a transaction is under way share the next one: what they
// wait for is the disk, and that takes the same time for one as for many.
import type { Database } from '#server/platform/db/scope.ts'
import type { Dispatcher } from '#server/platform/dispatcher.ts'
import { AppError } from '#server/platform/errors.ts'
import { wakeApplying } from '../applying/job-names.ts'
import type { EndpointRef } from '../model.ts'
import { insertDeliveries, lockEndpoints, type DeliveryRow } from './queries.ts'

export interface StoreParts {
  database: Database
  dispatcher: Pick<Dispatcher, 'enqueue'>
}

type States = ReadonlyMap<string, string>

interface Call {
  rows: readonly DeliveryRow[]
  resolve: (states: States) => void
  reject: (error: unknown) => void
}

interface Waiting {
  calls: Call[]
  isRunning: boolean
}

const rowsAtOnce = 500

/** The same event in two calls, as in one, is taken once. */
const inOrder = (calls: readonly Call[]): DeliveryRow[] => {
  const keys = new Set<string>()
  const rows = calls.flatMap((call) => call.rows)
  return rows.map((row, position) => {
    const isRepeated = row.is_repeated || (row.key !== null && keys.has(row.key))
    if (row.key !== null) keys.add(row.key)
    return { ...row, position, is_repeated: isRepeated }
  })
}

/** Locked in one order, so that two processes with the same events do not wait for each other. */
const byKey = (one: DeliveryRow, other: DeliveryRow): number => ((one.key ?? '') < (other.key ?? '') ? -1 : 1)

const write = ({ database, dispatcher }: StoreParts, endpoint: EndpointRef, calls: readonly Call[]): Promise<States> =>
  database.asSystem(
    'webhooks: take events',
    async (tx) => {
      const { clientId, endpointId } = endpoint
      const rows = inOrder(calls).toSorted(byKey)
      const targets = new Set([endpointId, ...rows.map((row) => row.data_source_id)])
      const existing = await lockEndpoints(tx, clientId, [...targets])
      if (existing.size < targets.size) throw new AppError('UNAUTHENTICATED', { detail: 'This endpoint was deleted.' })
      const states = await insertDeliveries(tx, endpoint, rows, new Date())
      const waiting = new Set(rows.flatMap((row) => (states.get(row.id) === 'waiting' ? [row.data_source_id] : [])))
      for (const dataSourceId of waiting) await wakeApplying(tx, dispatcher, { clientId, dataSourceId })
      return states
    },
    { prepared: true },
  )

/** The calls that share the next transaction. */
const takeNext = (calls: Call[]): Call[] => {
  let count = 0
  const end = calls.findIndex(({ rows }, index) => (count += rows.length) > rowsAtOnce && index > 0)
  return calls.splice(0, end === -1 ? calls.length : end)
}

const settle = async (parts: StoreParts, endpoint: EndpointRef, calls: readonly Call[]): Promise<void> => {
  try {
    const states = await write(parts, endpoint, calls)
    for (const { resolve } of calls) resolve(states)
  } catch (error) {
    // A call must not fail because of another one.
    if (calls.length > 1) for (const call of calls) await settle(parts, endpoint, [call])
    else for (const { reject } of calls) reject(error)
  }
}

export const createStore = (parts: StoreParts) => {
  const endpoints = new Map<string, Waiting>()
  const run = async (endpoint: EndpointRef, waiting: Waiting): Promise<void> => {
    waiting.isRunning = true
    while (waiting.calls.length > 0) await settle(parts, endpoint, takeNext(waiting.calls))
    waiting.isRunning = false
    endpoints.delete(endpoint.endpointId)
  }
  /** Resolves with the states of the rows, once they are durable. */
  return (endpoint: EndpointRef, rows: readonly DeliveryRow[]): Promise<States> => {
    const known = endpoints.get(endpoint.endpointId) ?? { calls: [], isRunning: false }
    endpoints.set(endpoint.endpointId, known)
    const { promise, resolve, reject } = Promise.withResolvers<States>()
    known.calls.push({ rows, resolve, reject })
    if (!known.isRunning) void run({ clientId: endpoint.clientId, endpointId: endpoint.endpointId }, known)
    return promise
  }
}
