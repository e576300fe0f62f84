// npm run backup:key -- --to <file>: a key for encrypted backups.
import { resolve } from 'node:path'
import { createKey } from '#server/platform/postgres/backup/keys.ts'
import { takeFlag } from './own-flag.ts'

const { value, rest } = takeFlag('to', process.argv.slice(2))

try {
  if (value === undefined || rest.length > 0) throw new Error('Usage: npm run backup:key -- --to <file>')
  const file = resolve(value)
  const publicKey = await createKey(file)
  console.log(
    `The private key is in ${file}: keep it away from this machine and from the backups. Without it no backup can be restored.`,
  )
  console.log(`The public key is ${publicKey}: npm run backup -- --to <file> --encrypt-to ${publicKey}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
