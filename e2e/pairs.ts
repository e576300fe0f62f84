// An agency and a company, connected by API for tests about what follows.
import { connectSource, type VendorAccount } from './sources.ts'
import { callAs, newOwner, type Member } from './team.ts'
import type { CodeFor } from './world.ts'
import type { Product } from './product.ts'

interface Pair {
  ana: Member
  priya: Member
  /** Of the connection. */
  id: string
  source: string
}

/** Ana's agency and Priya's company, which has synced this CRM. */
export const connectedPair = async (product: Product, codeFor: CodeFor, account: VendorAccount): Promise<Pair> => {
  const ana = await newOwner(product, { name: 'Ana', isAgency: true }, codeFor)
  const priya = await newOwner(product, { name: 'Priya' }, codeFor)
  const source = await connectSource(product, priya, account)
  const body = { name: priya.company, partnerEmail: priya.email }
  const { id } = await callAs(product, ana, { method: 'POST', path: '/agencies-api/connections', body })
  await callAs(product, priya, { method: 'POST', path: `/agencies-api/connections/${String(id)}/accept`, body: {} })
  return { ana, priya, id: String(id), source }
}
