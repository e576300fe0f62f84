import type { SandboxAccount } from '../kit/store.ts'
import type { CrmAdmin, PlainOpportunity } from '../kit/vendor.ts'
import { flowSet, flowSets, lastOpen, pipelinesOf, processId, stageId, stateBody } from './records.ts'
import { guidOf, moment, vendor, type Body, type Rows } from './rows.ts'

const currencyId = (account: string, code: string): string => guidOf(`currency ${account} ${code}`)

const dealBody = (its: SandboxAccount, deal: PlainOpportunity): Body => {
  const last = deal.path.at(-1) ?? { stage: 0, at: deal.createdAt }
  const open = lastOpen(deal.path) ?? { stage: 0, at: deal.createdAt }
  return {
    name: deal.name,
    estimatedvalue: deal.amount,
    new_source: deal.source === '' ? null : deal.source,
    _parentcontactid_value: deal.personIds[0] ?? null,
    _customerid_value: deal.personIds[0] ?? null,
    _transactioncurrencyid_value: currencyId(its.account, deal.currency),
    _ownerid_value: its.facts['user'],
    stepname: `${open.stage + 1}-${pipelinesOf(its)[deal.pipeline]?.stages[open.stage] ?? 'Close'}`,
    ...stateBody(last.stage, last.at, deal.amount),
  }
}

const flowBody = (its: SandboxAccount, deal: PlainOpportunity): Body => {
  const open = lastOpen(deal.path) ?? { stage: 0, at: deal.createdAt }
  return {
    _processid_value: processId(its, deal.pipeline),
    _activestageid_value: stageId(its, deal.pipeline, open.stage),
    activestagestartedon: moment(open.at),
    completedon: null,
    statecode: 0,
    pipeline: deal.pipeline,
  }
}

export const createOpportunities = (rows: Rows): Pick<CrmAdmin, 'addDeal' | 'changeDeal' | 'removeDeal'> => {
  const { store, add, ensure, bodyOf, change, remove, findBy } = rows
  const environment = (account: string): SandboxAccount => store.account({ vendor, account }) as SandboxAccount
  /** The process of an opportunity, and its table. */
  const flowOf = (account: string, deal: string): { set: string; id: string } | undefined =>
    flowSets.flatMap((set) => findBy(account, [set, '_opportunityid_value'], deal).map((id) => ({ set, id }))).at(0)
  const moveTo = (account: string, deal: string, stage: number, at: number): void => {
    const flow = flowOf(account, deal)
    if (!flow) return
    const pipeline = bodyOf(account, flow.set, flow.id)['pipeline'] as number
    const active = stageId(environment(account), pipeline, stage)
    change(account, [flow.set, flow.id], { _activestageid_value: active, activestagestartedon: moment(at) }, at)
  }
  return {
    addDeal(account, deal) {
      const its = environment(account)
      const currency = { currencyname: deal.currency, isocurrencycode: deal.currency }
      ensure(account, ['transactioncurrencies', currencyId(account, deal.currency)], currency, deal.createdAt)
      const times = { created: deal.createdAt, modified: deal.modifiedAt }
      const id = add(account, 'opportunities', dealBody(its, deal), times)
      add(account, flowSet(deal.pipeline), { _opportunityid_value: id, ...flowBody(its, deal) }, times)
      return id
    },
    changeDeal(account, id, { stage, amount, name }, at) {
      const old = bodyOf(account, 'opportunities', id)
      const value = amount === undefined ? (old['estimatedvalue'] as number | null) : amount
      if (typeof stage === 'number') moveTo(account, id, stage, at)
      const hasNewState = typeof stage === 'string' || (stage !== undefined && old['statecode'] !== 0)
      const body = {
        ...(hasNewState ? stateBody(stage, at, value) : {}),
        ...(amount === undefined ? {} : { estimatedvalue: amount }),
        ...(name === undefined ? {} : { name }),
      }
      // A step in the process is a change of the process alone.
      if (Object.keys(body).length > 0) change(account, ['opportunities', id], body, at)
    },
    removeDeal(account, id, at) {
      const flow = flowOf(account, id)
      if (flow) remove(account, [flow.set, flow.id], at)
      remove(account, ['opportunities', id], at)
    },
  }
}
