import { parseArgs } from 'node:util'
import { optionList, type Settings } from './options.ts'

/** A setting that cannot be used; its message is one sentence for the operator. */
export class BadSetting extends Error {}

interface Source {
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
}

const flagsOf = (args: readonly string[]): Record<string, string | boolean | undefined> => {
  const known = Object.fromEntries(
    optionList.flatMap(([, option]) => (option.flag ? [[option.flag, { type: 'string' as const }]] : [])),
  )
  const switches = { help: { type: 'boolean' as const, short: 'h' }, dev: { type: 'boolean' as const } }
  try {
    return parseArgs({ args: [...args], options: { ...known, ...switches }, strict: true, allowPositionals: false }).values
  } catch (error) {
    const [sentence] = (error as Error).message.split('. To specify')
    throw new BadSetting(`${sentence}. Run npm start -- --help to see what is known.`)
  }
}

export interface Parsed {
  settings: Settings
  help: boolean
  dev: boolean
}

/** Reads flags, then the environment. A wrong value is refused with one sentence that names it. */
export const parseSettings = ({ args, env }: Source): Parsed => {
  const flags = flagsOf(args)
  const entries = optionList.map(([name, option]) => {
    const fromFlag = option.flag === undefined ? undefined : flags[option.flag]
    const text = fromFlag ?? (env[option.env] === '' ? undefined : env[option.env])
    const read = option.read.safeParse(text)
    if (read.success) return [name, read.data]
    const label = fromFlag === undefined ? option.env : `--${option.flag}`
    const shown = option.secret ? '' : ` (got "${String(text)}")`
    throw new BadSetting(`${label} ${read.error.issues[0]?.message ?? 'is not valid'}${shown}.`)
  })
  return { settings: Object.fromEntries(entries) as Settings, help: flags['help'] === true, dev: flags['dev'] === true }
}
