// Leads from anywhere: how many are taken durably in a second, how long an answer takes, and what kills lose.
import type { Bench } from './bench.ts'
import { inFolder } from './bench.ts'
import { killingFigures } from './webhooks/kills.ts'
import { takingFigures } from './webhooks/taking.ts'

export const webhooksBench: Bench = {
  about: 'Webhook events taken durably against a bare route with the same insert; none lost or doubled by kills; --kills N',
  async run({ quick, kills = quick ? 4 : 20 }) {
    const taking = await inFolder((folder) => takingFigures(folder, quick))
    const items = quick ? 20_000 : 200_000
    const killing = await inFolder((folder) => killingFigures(folder, { items, kills }))
    return [...taking, ...killing]
  },
}
