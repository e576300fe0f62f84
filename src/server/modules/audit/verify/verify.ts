import type { verifyAudit } from '#contract/audit.ts'
import type { Reply } from '#contract/kit/route.ts'
import { firstOf, problemsOfEnd, type Found, type Link } from '#server/platform/audit/chain.ts'
import { selectEnds, selectUnlikeDay } from '#server/platform/audit/chain-queries.ts'
import type { Context } from '#server/platform/http/context.ts'
import { checkLinks } from './queries.ts'
import { accountOf } from '../filter.ts'
import { checkLog, looking } from '../service.ts'

const atOnce = 20_000

/** Checks the chain in short transactions, up to its end at the beginning of the check, and stops at the first problem. */
const walk = async (context: Context, clientId: string, until: number) => {
  let [after, checked]: [Link, number] = [{ seq: 0, hash: '' }, 0]
  for (;;) {
    const part = await looking(context, (tx) => checkLinks(tx, clientId, { after, until, limit: atOnce }))
    checked += part.checked
    const found: Found = { missing: part.missing, changed: part.changed, rewritten: part.unlinked }
    if (firstOf([found]) || part.checked < atOnce) return { checked, found }
    after = { seq: part.end_seq ?? 0, hash: part.end_hash ?? '' }
  }
}

export const verify = async (context: Context, clientIdParam: string | undefined): Promise<Reply<typeof verifyAudit>> => {
  const clientId = accountOf(context.caller, clientIdParam) ?? context.caller.clientId
  const { ends, unlikeDay } = await looking(context, async (tx) => {
    await checkLog(tx, clientId)
    return { unlikeDay: await selectUnlikeDay(tx, 'audit', clientId), ends: await selectEnds(tx, 'audit', clientId) }
  })
  const { checked, found } = await walk(context, clientId, ends.last_seq ?? 0)
  const firstBroken = firstOf([found, problemsOfEnd(ends, unlikeDay)])
  return { isIntact: firstBroken === null, checked, head: ends.head_hash, firstBroken }
}
