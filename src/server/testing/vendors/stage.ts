// The product, and vendors that the test controls.
import { sql } from 'kysely'
import { fillAccount, contactOf } from '#sandbox/kit/fill.ts'
import { createRandom } from '#sandbox/kit/random.ts'
import type { CrmAdmin } from '#sandbox/kit/vendor.ts'
import { startSandbox, type Sandbox } from '#sandbox/start.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { slugOf } from '#server/connectors/kit/app.ts'
import { freePort } from '../free-port.ts'
import type { VendorAccount } from './vendor-accounts.ts'
import { eventually, startWorld, type World } from '../world.ts'

type Installed = Sandbox['installed'][number]

export interface PlayedVendor extends Installed {
  type: ProviderType
  crm: CrmAdmin
  /** A new account with contacts and deals, as of an hour ago. */
  newAccount: (name: string, filling?: { people: number; deals: number }) => string
  /** Adds this many contacts now. */
  addPeople: (account: string, count: number) => void
  /** A contact with an invalid first name: such a row is rejected. */
  addOdd: (account: string) => string
  /** The same account as a user knows it who connects it. */
  toConnect: (account: string) => VendorAccount
}

export interface Stage {
  world: World
  sandbox: Sandbox
  play: (type: ProviderType) => PlayedVendor
  /** Like the world's own, also without a worker. */
  signUp: World['signUp']
  close(): Promise<void>
}

export const playerOf =
  (sandbox: Sandbox): Stage['play'] =>
  (type) => {
    const installed = sandbox.installed.find(({ vendor }) => vendor.prefix === slugOf(type))
    const crm = installed?.admin.crm
    if (!installed || !crm) throw new Error(`There are no people at ${type}`)
    return {
      ...installed,
      type,
      crm,
      newAccount(name, { people, deals } = { people: 0, deals: 0 }) {
        const { account } = installed.admin.createAccount({ name })
        sandbox.store.transaction(() => fillAccount(crm, account, { people, deals, seed: people + deals }))
        return account
      },
      addPeople(account, count) {
        const random = createRandom(count)
        for (let one = 0; one < count; one += 1) crm.addPerson(account, contactOf(random, 1000 + one, Date.now()))
      },
      addOdd(account) {
        const odd = contactOf(createRandom(7), 99, Date.now())
        return crm.addPerson(account, { ...odd, firstName: { legal: 'Odd' } as never })
      },
      toConnect(id) {
        const account = sandbox.store.account({ vendor: installed.vendor.prefix, account: id })
        if (!account) throw new Error(`There is no such account at ${type}`)
        return { id, name: account.name, connect: installed.admin.howToConnect(account) }
      },
    }
  }

/** Without a worker, emails have to be delivered by hand before their codes can be read. */
const signUpByHand =
  (world: World): World['signUp'] =>
  async (form) => {
    let isOver = false
    const signing = world.signUp(form).finally(() => {
      isOver = true
    })
    await eventually(async () => {
      await world.database.asSystem('test: carry letters out', (tx) => sql`update platform.email set state = 'sent'`.execute(tx))
      return isOver || undefined
    })
    return signing
  }

interface StageSettings {
  /** Whether a worker processes runs. */
  withWorker?: boolean
  /** Whether vendors send webhooks. */
  withWebhooks?: boolean
}

export const startStage = async ({ withWorker = true, withWebhooks = false }: StageSettings = {}): Promise<Stage> => {
  const port = await freePort()
  const productUrl = `http://localhost:${port}`
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, ...(withWebhooks ? { productUrl } : {}) })
  const roles = withWorker ? 'api,identity,worker' : 'api,identity'
  const args = ['--port', String(port), '--sandbox-port', new URL(sandbox.url).port, '--roles', roles]
  const world = await startWorld({ args })
  for (const { faults } of sandbox.installed) faults.limitsAreOn = false
  const close = async (): Promise<void> => {
    await world.close()
    await sandbox.close()
  }
  const signUp: World['signUp'] = withWorker ? (form) => world.signUp(form) : signUpByHand(world)
  return { world, sandbox, play: playerOf(sandbox), signUp, close }
}
