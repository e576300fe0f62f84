import { demoPassword, demoClients } from '../../db/seed/users.ts'
import type { Config } from './platform/config.ts'
import type { Running } from './start.ts'

/** They are controlled on a page of the product; without pages there is only their own address. */
const sandboxRow = ({ roles }: Config, { url, sandboxUrl }: Pick<Running, 'url' | 'sandboxUrl'>): [string, string][] =>
  sandboxUrl === null ? [] : [['Vendor sandboxes', roles.has('web') ? `${url}/sandboxes` : sandboxUrl]]

/** The short table at the end of a start. */
export const welcomeText = (config: Config, running: Pick<Running, 'url' | 'sandboxUrl' | 'metricsUrl'>): string => {
  const rows: [string, string][] = [
    ...(config.roles.has('web') ? [['Tributary', running.url] as [string, string]] : []),
    ...(config.roles.has('web') && config.outbox ? [['Outbox', `${running.url}/outbox`] as [string, string]] : []),
    ...(config.roles.has('web') ? [['API reference', `${running.url}/api-reference`] as [string, string]] : []),
    ...sandboxRow(config, running),
    ['Metrics', running.metricsUrl],
    ...(config.databaseUrl === undefined ? [['Data', config.dataDir] as [string, string]] : []),
  ]
  const users =
    config.demo && config.identity.mode === 'embedded'
      ? demoClients.flatMap(({ name, people, invited = [] }): [string, string][] => [
          ...people.flatMap(({ email, title }): [string, string][] =>
            title === undefined ? [] : [[email, `${title}, ${name}`]],
          ),
          ...invited.map(({ email }): [string, string] => [email, `Invited to ${name}: the password is in the outbox`]),
        ])
      : []
  const width = Math.max(...[...rows, ...users].map(([name]) => name.length))
  const lines = (table: [string, string][]) => table.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return [
    '',
    ...lines(rows),
    ...(users.length > 0 ? ['', `  Demo sign-ins, password ${demoPassword}`, ...lines(users)] : []),
    '',
    '',
  ].join('\n')
}
