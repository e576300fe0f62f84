// The product with nothing but its user pool, in its own process, so that its cost is separate from the client's.
import { AdminCreateUserCommand, AdminSetUserPasswordCommand } from '@aws-sdk/client-cognito-identity-provider'
import { readConfig } from '#server/platform/config.ts'
import type { DatabaseLocation } from '#server/platform/db/connection.ts'
import { createLog } from '#server/platform/log.ts'
import { start, type Running } from '#server/start.ts'

export interface PoolOrder {
  location: DatabaseLocation
  dataDir: string
  port: number
  emails: readonly string[]
  password: string
}

/** Milliseconds of CPU that this process has used, in all its threads. */
export interface PoolReport {
  cpu: number
}

const createUsers = async ({ identity }: Running, { emails, password }: PoolOrder): Promise<void> => {
  const admin = await identity.adminClient()
  for (const Username of emails) {
    const user = { UserPoolId: identity.userPoolId, Username }
    await admin.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS' }))
    await admin.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }))
  }
}

const report = (): void => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1000 } satisfies PoolReport)
}

const serve = async (order: PoolOrder): Promise<void> => {
  const { port, dataDir, location } = order
  const ports = ['--port', String(port), '--sandbox-port', '0', '--metrics-port', '0']
  const read = readConfig([...ports, '--data', dataDir, '--demo', 'off', '--roles', 'identity'], { TRUST_PROXY: 'loopback' })
  if ('show' in read) throw new Error(read.show)
  const unlimited = { perAddress: 1e9, perUser: 1e9 }
  const running = await start(read.config, createLog({ level: 'warn' }), { location, limits: unlimited })
  await createUsers(running, order)
  process.on('message', report)
  process.once('disconnect', () => void running.close())
  report()
}

process.once('message', (order: PoolOrder) => void serve(order))
