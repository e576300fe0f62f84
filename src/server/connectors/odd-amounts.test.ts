import { expect, it } from 'vitest'
import { activeCampaign } from './active-campaign/index.ts'
import { ghl } from './ghl/index.ts'
import { hubspot } from './hubspot/index.ts'

const facts = { currency: 'EUR' }
const account = { hubId: '1', name: 'Acme', url: null, managerAccount: null, managerAccountId: null, facts }
const at = '2026-03-01T10:00:00.000Z'

/** A deal of each vendor whose amounts are text or of any type. */
const deals = [
  { connector: hubspot, deal: (amount: string) => ({ id: '7', properties: { amount }, createdAt: at, updatedAt: at }) },
  { connector: ghl, deal: (monetaryValue: string) => ({ id: '7', monetaryValue, createdAt: at, updatedAt: at }) },
  {
    connector: activeCampaign,
    deal: (value: string) => ({ id: '7', value, currency: 'eur', status: '0', cdate: at, mdate: at }),
  },
].map((one) => ({ ...one, name: one.connector.manifest.name }))

it.each(deals)(
  '$name: a deal with an invalid amount is rejected with the reason, and not saved without it',
  ({ connector, deal }) => {
    const read = (amount: string) => connector.read.remap?.('opportunity', deal(amount), { account, settings: {} })
    expect(read('1666.6666666666667')).toMatchObject({ opportunities: [{ amount: expect.any(String) }], rejected: [] })
    expect(read('')).toMatchObject({ opportunities: [{ amount: null }], rejected: [] })
    expect(read('a lot')).toMatchObject({ opportunities: [], rejected: [{ externalId: '7', code: 'bad_amount' }] })
  },
)
