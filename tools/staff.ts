// npm run staff -- invite <email> --name "First Last": invites the first staff user of an installation, whether the product runs or not.
import { emailRule, keptName, nameRule } from '#contract/kit/text-rules.ts'
import type { Closer } from '#server/app-context.ts'
import type { Config } from '#server/platform/config.ts'
import { BadSetting } from '#server/platform/config/parse.ts'
import { ownDatabaseOf } from '#server/platform/db/connection.ts'
import { AppError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { findEmbedded } from '#server/platform/postgres/embedded.ts'
import { takeFlag } from './own-flag.ts'
import { runTool } from './with-database.ts'

const usage = 'Usage: npm run staff -- invite <email> --name "First Last"'

interface Invited {
  email: string
  name: string
  lastname: string
}

const readInvited = (own: readonly string[], fullName: string | undefined): Invited => {
  const [command, email] = own
  if (command !== 'invite' || email === undefined || email.startsWith('-')) throw new BadSetting(usage)
  const [name = '', ...others] = keptName(fullName ?? '').split(/\s+/)
  const lastname = others.join(' ')
  const wrong = emailRule(email) ?? nameRule('a first name')(name) ?? nameRule('a last name')(lastname)
  if (wrong !== undefined) throw new BadSetting(`${wrong.replace(/\.$/, '')}. ${usage}`)
  return { email: email.trim(), name, lastname }
}

const messages = {
  invited: (who: string) => `Invited ${who} as a staff user.`,
  sent_again: (who: string) => `${who} was invited before and has not accepted yet: the invitation is sent again.`,
  is_active: (who: string) => `${who} is already an active staff user. Nothing was sent.`,
}

const report = (
  config: Config,
  outcome: keyof typeof messages,
  { who, isRunning }: { who: string; isRunning: boolean },
): void => {
  console.log(messages[outcome](who))
  if (outcome === 'is_active') return
  console.log(
    isRunning
      ? 'A running worker sends the email with a temporary password, which is good for 7 days.'
      : 'The email with a temporary password goes out when the product is started next (npm start -- --demo off).',
  )
  if (config.outbox) console.log(`Emails of this installation are in its outbox: ${config.publicUrl}/outbox`)
}

const invite = async (config: Config, invited: Invited): Promise<void> => {
  const [{ createAppContext }, { inviteFirstStaff }] = await Promise.all([
    import('#server/app-context.ts'),
    import('#server/modules/users/invitations/first-staff.ts'),
  ])
  const closers: Closer[] = []
  const location = ownDatabaseOf(config) ?? findEmbedded(config.dataDir)
  const log = createLog({ level: config.logLevel })
  try {
    const options = location === undefined ? {} : { location }
    const { database, dispatcher } = await createAppContext(
      { ...config, roles: new Set() },
      { log, options, closers, sandboxUrl: null },
    )
    const outcome = await inviteFirstStaff(database, dispatcher, invited)
    report(config, outcome, { who: `${invited.name} ${invited.lastname} <${invited.email}>`, isRunning: location !== undefined })
  } catch (error) {
    throw error instanceof AppError ? new BadSetting(error.message, { cause: error }) : error
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

const { value: fullName, rest } = takeFlag('name', process.argv.slice(2))
await runTool((config) => invite(config, readInvited(rest.slice(0, 2), fullName)), rest.slice(2))
