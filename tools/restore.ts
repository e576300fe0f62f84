// npm run restore: restores a backup into an empty data folder. The product must not be running.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { UnverifiableBackup } from '#server/platform/postgres/backup/authenticity.ts'
import type { BackupManifest } from '#server/platform/postgres/backup/format.ts'
import { readPrivateKey } from '#server/platform/postgres/backup/keys.ts'
import { restoreEncrypted, restoreFolder } from '#server/platform/postgres/backup/restore.ts'
import { readSealingKeys } from '#server/platform/sealing-keys.ts'
import { readToolArguments, takeFlag, takeSwitch } from './own-flag.ts'

const usage = 'Usage: npm run restore -- --from <folder> [--data <folder>], or --from <file> --key <private key file>'

const trust = 'trust-unverified-backup'

interface RestoreOptions {
  from: string
  config: Config
  keyFile: string | undefined
  isTrusted: boolean
}

const readArguments = (): RestoreOptions => {
  const { isOn: isTrusted, rest: others } = takeSwitch(trust, process.argv.slice(2))
  const { value: keyFile, rest } = takeFlag('key', others)
  const { value, config } = readToolArguments('from', rest)
  if (value === undefined) throw new Error(usage)
  return { from: resolve(value), config, keyFile: keyFile === undefined ? undefined : resolve(keyFile), isTrusted }
}

const sealingKeysOf = ({ dataDir, sealingKey }: Config) => {
  const file = join(dataDir, 'sealing.keys')
  return { file, keys: readSealingKeys(sealingKey, file) }
}

const restore = async ({ from, config, keyFile, isTrusted }: RestoreOptions): Promise<BackupManifest> => {
  const { file, keys } = sealingKeysOf(config)
  const verifyWith = isTrusted ? ('nothing' as const) : (keys ?? [])
  const target = { from, dataDir: join(config.dataDir, 'postgres'), keyFile: file, verifyWith }
  if (statSync(from, { throwIfNoEntry: false })?.isFile() !== true) return restoreFolder(target)
  if (keyFile === undefined) throw new Error(`${from} is encrypted: name its private key with --key.`)
  return restoreEncrypted({ ...target, privateKey: await readPrivateKey(keyFile) })
}

const report = ({ config, isTrusted }: RestoreOptions, { takenAt }: BackupManifest): void => {
  console.log(`Restored the backup of ${takenAt} to ${config.dataDir}`)
  if (isTrusted) console.log('Whether it was changed since, or by whom it was made, was not verified.')
  const { file, keys } = sealingKeysOf(config)
  if (!keys)
    console.log(
      `The sealing keys are not in it: put those of the installation into ${file}, or set SEALING_KEY, before you start.`,
    )
}

try {
  const options = readArguments()
  report(options, await restore(options))
} catch (error) {
  console.error((error as Error).message)
  if (error instanceof UnverifiableBackup)
    console.error(
      `Only if you took it yourself and nobody else could write to it since, add --${trust}: whoever made it can run commands on this machine.`,
    )
  process.exitCode = 1
}
