import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { currentUserName, giveTo, spawnAs, writeFileFor, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { holdsCluster, requireEmpty } from './data-dir.ts'

const run = promisify(execFile)

/** The role that owns every database object; the product's own roles are created by migrations. */
export const ownerRole = 'app_owner'

// The ICU of this build is old: the builtin provider always sorts the same way everywhere.
const initdbArguments = [
  `--username=${ownerRole}`,
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
  '--auth-local=peer',
  '--auth-host=reject',
  '--no-instructions',
]

/** Creates the cluster if there is none. Under another name first, so that a killed first start leaves no partial one. */
export const initialise = async (options: {
  dataDir: string
  binaries: Binaries
  account: Account
  durable: boolean
}): Promise<void> => {
  const { dataDir, binaries, account } = options
  if (holdsCluster(dataDir)) return
  requireEmpty(dataDir, 'a new database')
  const unfinished = `${dataDir}.initdb`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(account, unfinished)
  const sync = options.durable ? [] : ['--no-sync']
  try {
    await run(binaries.initdb, [`--pgdata=${unfinished}`, ...initdbArguments, ...sync], spawnAs(account))
  } catch (cause) {
    const output = (cause as { stderr?: string }).stderr?.trim()
    throw new Error(`The database could not be created in ${dataDir}: ${output || String(cause)}`, { cause })
  }
  renameSync(unfinished, dataDir)
}

/** Only the user that started the product can connect, without a password, as any database role. */
export const writeAuthentication = (dataDir: string, account: Account): void => {
  const user = currentUserName().replaceAll('"', '""')
  writeFileFor(account, join(dataDir, 'pg_hba.conf'), 'local all all peer map=tributary\n')
  writeFileFor(account, join(dataDir, 'pg_ident.conf'), `tributary "${user}" all\n`)
}
