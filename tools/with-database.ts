// What the database tools share: how they start, which database they use, and how they refuse.
import { readConfig, type Config } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startEmbedded } from '#server/platform/postgres/embedded.ts'

const reach = async (
  dataDir: string,
  there: DatabaseLocation | undefined,
): Promise<{ location: DatabaseLocation; close: () => Promise<void> }> => {
  if (there) return { location: there, close: async () => {} }
  const { cluster, location } = await startEmbedded(dataDir)
  return { location, close: () => cluster.stop() }
}

/** Uses the running database, or starts the embedded one for the duration of the tool. Migrates its schema first. */
export const withDatabase = async (
  { dataDir }: Config,
  there: DatabaseLocation | undefined,
  use: (location: DatabaseLocation) => Promise<void>,
): Promise<void> => {
  const { location, close } = await reach(dataDir, there)
  try {
    await migrate(location)
    await use(location)
  } finally {
    await close()
  }
}

/** Runs a tool with the product's settings. A BadSetting is reported in one sentence with exit code 2. */
export const runTool = async (tool: (config: Config) => Promise<void>, args?: readonly string[]): Promise<void> => {
  const read = readConfig(args)
  if ('show' in read) {
    console.error(read.show)
    process.exit(read.exitCode)
  }
  try {
    await tool(read.config)
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
