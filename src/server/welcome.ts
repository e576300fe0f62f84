import { demoPassword, demoTenants } from '../../db/seed/people.ts'
import type { Config } from './platform/config.ts'
import type { Running } from './start.ts'

/** The short table that a start ends with. */
export const welcomeText = (config: Config, running: Pick<Running, 'url' | 'sandboxUrl' | 'metricsUrl'>): string => {
  const rows: [string, string][] = [
    ...(config.roles.has('web') ? [['Tributary', running.url] as [string, string]] : []),
    ...(config.roles.has('web') && config.outbox ? [['Outbox', `${running.url}/outbox`] as [string, string]] : []),
    ...(config.roles.has('web') ? [['API reference', `${running.url}/api-reference`] as [string, string]] : []),
    ...(running.sandboxUrl === null
      ? []
      : [['Vendor sandboxes', config.roles.has('web') ? `${running.url}/sandboxes` : running.sandboxUrl] as [string, string]]),
    ['Metrics', running.metricsUrl],
    ...(config.databaseUrl === undefined ? [['Data', config.dataDir] as [string, string]] : []),
  ]
  const people =
    config.demo && config.identity.mode === 'embedded'
      ? demoTenants.flatMap(({ name, people, invited = [] }): [string, string][] => [
          ...people.flatMap(({ email, title }): [string, string][] =>
            title === undefined ? [] : [[email, `${title}, ${name}`]],
          ),
          ...invited.map(({ email }): [string, string] => [email, `Invited to ${name}: the password is in the outbox`]),
        ])
      : []
  const width = Math.max(...[...rows, ...people].map(([name]) => name.length))
  const lines = (table: [string, string][]) => table.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return [
    '',
    ...lines(rows),
    ...(people.length > 0 ? ['', `  Demo sign-ins, password ${demoPassword}`, ...lines(people)] : []),
    '',
    '',
  ].join('\n')
}
