import { readConfig, type Config } from '#server/platform/config.ts'

/** The value of a tool's own flag, and the other arguments. */
export const takeFlag = (flag: string, args: readonly string[]): { value: string | undefined; rest: string[] } => {
  const at = args.findIndex((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`))
  if (at < 0) return { value: undefined, rest: [...args] }
  const isJoined = args[at] !== `--${flag}`
  const value = isJoined ? args[at]?.slice(flag.length + 3) : args[at + 1]
  return { value: value === '' ? undefined : value, rest: args.toSpliced(at, isJoined ? 1 : 2) }
}

/** Whether a tool's own flag without a value is set, and the other arguments. */
export const takeSwitch = (flag: string, args: readonly string[]): { isOn: boolean; rest: string[] } => ({
  isOn: args.includes(`--${flag}`),
  rest: args.filter((arg) => arg !== `--${flag}`),
})

/** A tool's own flag, and the product's settings from the other arguments; exits with a sentence if these are invalid. */
export const readToolArguments = (flag: string, args = process.argv.slice(2)): { value: string | undefined; config: Config } => {
  const { value, rest } = takeFlag(flag, args)
  const read = readConfig(rest)
  if ('config' in read) return { value, config: read.config }
  process.stderr.write(read.show)
  return process.exit(read.exitCode)
}
