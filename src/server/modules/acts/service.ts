import { noteAct, systemActor } from '#server/platform/audit/act.ts'
import type { Tx } from '#server/platform/db/scope.ts'
import { publish } from '#server/platform/live/hub.ts'
import type { NewEvent } from '../events/model.ts'
import { recordEvents } from '../events/service.ts'
import { notify } from '../notifications/service.ts'
import { doneBy, type Act, type ActRules, type AnyDetails, type Details } from './model.ts'

const eventOf = (act: Act, details: AnyDetails): NewEvent[] => {
  const { clientId, by, object, counts, error, technical, requestedFor } = details
  if (act.event === undefined || by === undefined) return []
  const isOfCompany = act.audit?.object === 'connection' || act.audit?.object === 'ghost_company'
  const connectionId = isOfCompany ? object?.id : details.connectionId
  const more = { counts, error, technical, requestedFor, object: object?.name, connectionId }
  const known = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
  return [{ clientId, event: act.event, ...doneBy(by, clientId), ...known }]
}

const auditedActor = ({ isByProduct = false }: AnyDetails) => (isByProduct ? systemActor : undefined)

const audit = (tx: Tx, { name, audit: entry }: Act, details: AnyDetails): void => {
  const { clientId, object, before, after, reason, isAudited = true } = details
  if (entry === undefined || !isAudited) return
  const { object: type, action = name } = entry
  const about = object?.id === undefined ? { type } : { type, id: object.id }
  const noted = { action, clientId, object: about, ...(before ? { before } : {}), ...(after ? { after } : {}), reason }
  noteAct(tx, noted, auditedActor(details))
}

const notifyOf = async (tx: Tx, { notify: rules }: Act, { clientId, object, dispatcher, notice }: AnyDetails): Promise<void> => {
  if (!rules || !notice || !dispatcher) return
  const about = object?.id === undefined ? [] : [object.id]
  for (const to of rules.to)
    await notify(tx, dispatcher, { clientId, kind: rules.kind, ...notice, to: to === 'user' ? about : to })
}

const send = async (tx: Tx, act: Act, { dispatcher, email }: AnyDetails): Promise<void> => {
  if (!act.email || !email || !dispatcher) return
  await act.email(tx, dispatcher, email as never)
}

/** The same act several times in one account: its events are one statement, and screens load once. */
export const recordAll = async <Rules extends ActRules>(
  tx: Tx,
  act: Act<Rules>,
  all: readonly Details<Rules>[],
): Promise<void> => {
  const details = all as readonly AnyDetails[]
  const [first] = details
  if (first === undefined) return
  const { clientId } = first
  await recordEvents(
    tx,
    clientId,
    details.flatMap((one) => eventOf(act, one)),
  )
  for (const topic of act.live ?? []) await publish(tx, clientId, topic)
  for (const one of details) {
    await send(tx, act, one)
    await notifyOf(tx, act, one)
    audit(tx, act, one)
  }
}

/** Does everything that is declared for an act, in the transaction in which it happens. The audit entry is appended last. */
export const record = <Rules extends ActRules>(tx: Tx, act: Act<Rules>, details: Details<Rules>): Promise<void> =>
  recordAll(tx, act, [details])
