// npm run db:distribute: distributes the tables of a Citus database over its nodes by account. With --back they return to the coordinator.
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import { connectionOf, ownDatabaseOf } from '#server/platform/db/connection.ts'
import { distribute, undistribute } from './distribute/distribute.ts'
import { takeFlag, takeSwitch } from './own-flag.ts'
import { runTool, withDatabase } from './with-database.ts'

const readShards = (text = '32'): number => {
  const shards = Number(text)
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new BadSetting('--shards is a number between 1 and 1024. It cannot be changed easily later; 32 suits a start.')
  return shards
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const run = async (config: Config, options: { isBack: boolean; shards: string | undefined }): Promise<void> => {
  const shards = readShards(options.shards)
  const location = ownDatabaseOf(config)
  if (!location) throw new BadSetting('Set DATABASE_URL to the coordinator: the embedded database runs on one machine only.')
  await withDatabase(config, location, async () => {
    const client = new pg.Client(connectionOf(location, 'owner'))
    await client.connect()
    try {
      await (options.isBack ? undistribute(client, { say }) : distribute(client, { shards, say }))
    } finally {
      await client.end()
    }
  })
}

const { isOn: isBack, rest } = takeSwitch('back', process.argv.slice(2))
const { value: shards, rest: settings } = takeFlag('shards', rest)
await runTool((config) => run(config, { isBack, shards }), settings)
