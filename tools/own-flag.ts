import { readConfig, type Config } from '#server/platform/config.ts'

/** A tool's own flag, and the settings of the product that stand beside it; exits with a sentence where these cannot be used. */
export const readToolArguments = (flag: string, args = process.argv.slice(2)): { value: string | undefined; config: Config } => {
  const at = args.findIndex((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`))
  const isJoined = at >= 0 && args[at] !== `--${flag}`
  const value = isJoined ? args[at]?.slice(flag.length + 3) : at >= 0 ? args[at + 1] : undefined
  const read = readConfig(at < 0 ? args : args.toSpliced(at, isJoined ? 1 : 2))
  if ('config' in read) return { value: value === '' ? undefined : value, config: read.config }
  process.stderr.write(read.show)
  return process.exit(read.exitCode)
}
