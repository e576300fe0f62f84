import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { projectRoot, readConfig, type Config } from './platform/config.ts'

enableCompileCache(join(projectRoot, 'node_modules/.cache/compile'))

const stopWithin = 20_000

const fail = (sentence: string, exitCode: number): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(exitCode)
}

const buildPages = async (config: Config): Promise<string | undefined> => {
  if (!config.roles.has('web') || config.dev) return undefined
  const { ensureWebBuilt } = await import('#tools/build-web.ts')
  await ensureWebBuilt({ root: projectRoot, log: (line) => process.stdout.write(`${line}\n`) })
  return join(projectRoot, 'dist/web')
}

const run = async (config: Config): Promise<void> => {
  // Every page of a sync leaves much behind. Collected early it costs little, and the memory of a worker stays flat.
  if (config.roles.has('worker')) setFlagsFromString('--heap-growing-percent=70')
  const webFolder = await buildPages(config)
  const [{ start }, { createLog }, { welcomeText }] = await Promise.all([
    import('./start.ts'),
    import('./platform/log.ts'),
    import('./welcome.ts'),
  ])
  const log = createLog({ level: config.logLevel })
  const running = await start(config, log, webFolder === undefined ? {} : { webFolder })
  process.stdout.write(welcomeText(config, running))

  let isStopping = false
  const stop = async (exitCode: number): Promise<void> => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopWithin).unref()
    await running.close()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught')
    void stop(1)
  })
  void running.broken.then((sentence) => {
    process.stderr.write(`${sentence}\n`)
    return stop(1)
  })
}

const read = readConfig()
if ('show' in read) {
  ;(read.exitCode === 0 ? process.stdout : process.stderr).write(read.show)
  process.exit(read.exitCode)
}
try {
  await run(read.config)
} catch (error) {
  const { BadSetting } = await import('./platform/config/parse.ts')
  const { DataDirInUse } = await import('./platform/postgres/cluster.ts')
  const { nativeProblem } = await import('./platform/process/native.ts')
  if (error instanceof BadSetting || error instanceof DataDirInUse) fail(error.message, 2)
  const problem = nativeProblem(error)
  if (problem !== undefined) process.stderr.write(`${problem}\n\n`)
  fail(`Tributary could not start: ${(error as Error).stack ?? String(error)}`, 1)
}
