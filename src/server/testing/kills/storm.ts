// Companies are synced while processes are killed, and one of them without kills. All of them must have the same rows
// afterwards.
import { setTimeout as pause } from 'node:timers/promises'
import { openRunStatuses, type Run } from '#contract/syncs/runs.ts'
import type { ProviderType } from '#contract/integrations/providers.ts'
import { allConnectors } from '#server/connectors/registry.ts'
import { createRandom, type Random } from '#sandbox/kit/random.ts'
import { askForRun } from '../vendors/runs.ts'
import { eventually, signUpOn, type TestUser } from '../world.ts'
import { openAccount, type PlayedAccount, type Size } from './accounts.ts'
import { compareCompanies, inWords, type Difference } from './differences.ts'
import { install, type Installation, type Victim } from './installation.ts'
import { createKilling, type Killing } from './killing.ts'
import { watchRecovery } from './recovery.ts'

export interface StormSettings {
  dataDir: string
  seed: number
  /** No further companies are synced after this many kills, or acts; no further round begins after `until`. */
  kills: number
  acts: number
  until: number
  /** The number of kills in one round of syncs. */
  killsARound: number
  /** Which processes are killed, in random order, repeatedly. */
  victims: readonly Victim[]
  leaseSeconds: number
  answerMs: number
  /** The longest pause between two kills. */
  gapMs: number
  workers: number
  /** How many companies sync each vendor among kills. */
  readers: number
  rounds: readonly Round[]
  size: Size
  log?: (line: string) => void
}

export interface StormReport {
  kills: Record<Victim, number>
  /** Until interrupted runs continued. */
  seconds: Readonly<Record<Victim, readonly number[]>>
  hitAgain: number
  reads: { first: number; later: number }
  endedByThemselves: number
  differences: Difference[]
}

interface Company {
  user: TestUser
  clientId: string
  types: ProviderType[]
  sources: string[]
}

interface Storm extends Omit<StormSettings, 'tell'> {
  log: (line: string) => void
  random: Random
  killing: Killing
  installation: Installation
  report: StormReport
}

const patience = 20 * 60_000

const settled = ({ installation: { database } }: Storm, companies: readonly Company[]): Promise<true> => {
  const ids = companies.map(({ clientId }) => clientId)
  const countOpen = () =>
    database.asSystem('test: what is still open', (tx) =>
      tx.selectFrom('sync_run').select('id').where('client_id', 'in', ids).where('status', 'in', openRunStatuses).execute(),
    )
  return eventually(async () => ((await countOpen().catch(() => ['unknown'])).length === 0 ? true : undefined), patience)
}

const signUp = async ({ installation }: Storm, company: string): Promise<Company> => {
  const user = await signUpOn(installation.url, { company, name: 'Ann' })
  return { user, clientId: user.user.clientId, types: [], sources: [] }
}

const connect = async (company: Company, accounts: readonly PlayedAccount[]): Promise<void> => {
  for (const account of accounts) {
    company.sources.push(await account.connect(company.user))
    company.types.push(account.type)
  }
}

const ask = async (companies: readonly Company[], kind: Run['kind']): Promise<void> => {
  for (const { user, sources, types } of companies)
    for (const [index, source] of sources.entries()) {
      const { status, error } = await askForRun(user, source, kind)
      if (status !== 202) throw new Error(`A run of ${types[index]} did not start: ${error.message}`)
    }
}

interface Act {
  accounts: PlayedAccount[]
  calm: Company
  killed: Company[]
  /** Whether nothing has changed so far while it was read. */
  wasQuiet: boolean
}

const compare = async (storm: Storm, { calm, killed, accounts, wasQuiet }: Act, isQuiet: boolean): Promise<void> => {
  const { installation, report, log } = storm
  for (const company of killed) {
    const found = await compareCompanies(installation.database, calm, { killed: company, isQuiet, wasQuiet })
    for (const one of found) log(inWords(one))
    report.differences.push(...found)
  }
  for (const { settle } of accounts) settle()
  log(`${storm.killing.total()} kills, ${report.differences.length} differences`)
}

/** A company has few sources: these three, or those three. */
const groupsOf = (accounts: readonly PlayedAccount[]): PlayedAccount[][] =>
  [0, 1, 2].map((first) => accounts.filter((_account, index) => index % 3 === first))

const beginAct = async (storm: Storm): Promise<Act> => {
  const { installation, size, readers, report } = storm
  const accounts = allConnectors().map(({ manifest: { type } }) => openAccount(installation.sandbox, type, size))
  await installation.ready()
  const calm = await signUp(storm, 'Annfield Dental')
  await connect(calm, accounts)
  await settled(storm, [calm])
  const groups = Array.from({ length: readers }, () => groupsOf(accounts)).flat()
  const killed: Company[] = []
  for (const _group of groups) killed.push(await signUp(storm, 'Beacon Dental'))
  // Connecting needs the product; workers die from the first source on.
  await storm.killing.workersDuring(async () => {
    for (const [index, company] of killed.entries()) await connect(company, groups[index] ?? [])
  })
  await storm.killing.allDuring(() => settled(storm, killed))
  report.reads.first += accounts.length * readers
  const act = { accounts, calm, killed, wasQuiet: true }
  await compare(storm, act, true)
  return act
}

const readInPeace = async (storm: Storm, { calm }: Act, kind: Run['kind']): Promise<void> => {
  await storm.installation.ready()
  await ask([calm], kind)
  await settled(storm, [calm])
}

const readAmongKills = async (
  storm: Storm,
  { killed, accounts }: Act,
  { kind, meanwhile }: { kind: Run['kind']; meanwhile: () => Promise<void> },
): Promise<void> => {
  await storm.installation.ready()
  await storm.killing.workersDuring(() => ask(killed, kind))
  await storm.killing.allDuring(async () => {
    await meanwhile()
    await settled(storm, killed)
  })
  storm.report.reads.later += accounts.length * storm.readers
}

const nothing = async (): Promise<void> => {}

interface Round {
  kind: Run['kind']
  /** Whether the vendors' records change while they are read; the next read brings what a read was too early for. */
  isQuiet: boolean
}

export const usualRounds: readonly Round[] = [
  { kind: 'sweep', isQuiet: true },
  { kind: 'incremental', isQuiet: true },
  { kind: 'full', isQuiet: false },
  { kind: 'incremental', isQuiet: false },
]

const playRound = async (storm: Storm, act: Act, { kind, isQuiet }: Round): Promise<void> => {
  const { accounts } = act
  act.wasQuiet &&= isQuiet
  const changeAll = async (): Promise<void> => {
    for (const { change, grow } of accounts) {
      await pause(storm.random.below(500))
      change()
      // Lists are read in full once a day: new contacts are in those of readers that read them later.
      if (kind === 'incremental') grow()
    }
  }
  for (const { change, removeContacts, grow } of accounts) for (const happen of [change, removeContacts, grow]) happen()
  await readInPeace(storm, act, kind)
  await readAmongKills(storm, act, { kind, meanwhile: isQuiet ? nothing : changeAll })
  if (!isQuiet) {
    await readAmongKills(storm, act, { kind: 'incremental', meanwhile: nothing })
    await readInPeace(storm, act, 'incremental')
  }
  await compare(storm, act, isQuiet)
}

const play = async (storm: Storm): Promise<void> => {
  for (let acts = 0; acts < storm.acts && !storm.killing.isEnough(); acts += 1) {
    const act = await beginAct(storm)
    for (const round of storm.rounds) if (Date.now() < storm.until) await playRound(storm, act, round)
  }
}

export const runStorm = async (settings: StormSettings): Promise<StormReport> => {
  const installation = await install(settings)
  const recovery = watchRecovery(installation.database)
  const report: StormReport = {
    kills: { worker: 0, product: 0, postmaster: 0 },
    seconds: recovery.seconds,
    hitAgain: 0,
    reads: { first: 0, later: 0 },
    endedByThemselves: 0,
    differences: [],
  }
  const { log = () => {} } = settings
  const random = createRandom(settings.seed)
  const killing = createKilling({ ...settings, kills: report.kills, killsMax: settings.kills, random, installation, recovery })
  try {
    await play({ ...settings, log, random, killing, installation, report })
    report.hitAgain = recovery.hitAgain()
    report.endedByThemselves = installation.endedByThemselves()
    return report
  } finally {
    await recovery.close()
    await installation.close()
  }
}
