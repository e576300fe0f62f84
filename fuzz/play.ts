// The campaigns, one after the other, on one installation.
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { crossClient } from './cross-client.ts'
import { hostile } from './hostile.ts'
import { malformed } from './malformed.ts'
import { createFuzzContext, type FuzzContext } from './context.ts'
import { repeatAlone, type Stage } from './campaign.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { createSender } from './send.ts'
import type { Tally } from './tally.ts'
import { settleCast, type Cast } from './clients.ts'
import { readThings } from './things.ts'

interface Campaign {
  roles: string
  play(stage: Stage): Promise<Tally>
}

/** Without workers nothing changes except by the requests themselves. */
const campaigns = {
  'cross-tenant': { roles: 'api,identity,sandbox', play: crossClient },
  malformed: { roles: 'api,identity,sandbox', play: malformed },
  hostile: { roles: 'api,identity,sandbox', play: hostile },
} satisfies Record<string, Campaign>

export type CampaignName = keyof typeof campaigns
export const campaignNames = Object.keys(campaigns) as CampaignName[]

interface Settings {
  seed: number
  requests: number
  minutes: number
  /** Other actors than the default ones. */
  cast?: Cast
}

export interface Fuzzing {
  cast: Cast
  run(name: CampaignName, settings: Settings): Promise<Tally>
  close(): Promise<void>
}

const settleAll = async (ground: FuzzContext): Promise<Cast> => {
  const world = await ground.open('api,identity,worker,sandbox')
  try {
    return await settleCast(world, ground)
  } finally {
    await world.close()
  }
}

export const openFuzzing = async (location: DatabaseLocation): Promise<Fuzzing> => {
  const ground = await createFuzzContext(location)
  const cast = await settleAll(ground)
  const mail = await startMailServer()
  const things = await readThings(ground, cast.tenants)
  await ground.keep()
  return {
    cast,
    async run(name, { seed, requests, minutes, cast: given = cast }) {
      const { roles, play } = campaigns[name]
      const world = await ground.open(roles, { env: { SMTP_URL: mail.url } })
      const sender = createSender(world.url)
      const budget = { requests, until: Date.now() + minutes * 60_000 }
      try {
        const stage: Stage = { ground, world, mail, cast: given, things, sender, seed, budget }
        const tally = await play(stage)
        await repeatAlone(stage, tally)
        return tally
      } finally {
        await sender.close()
        await world.close()
      }
    },
    async close() {
      await mail.close()
      await ground.close()
    },
  }
}
