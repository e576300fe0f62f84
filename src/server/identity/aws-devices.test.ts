// Cognito's listing and forgetting of devices, on its own port.
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { forgetDevicesAtAws } from './aws-devices.ts'

interface DeviceRequest {
  PaginationToken?: string
  DeviceKey?: string
}
interface Answer {
  status?: number
  body: object
}
type Answers = Record<'AdminListDevices' | 'AdminForgetDevice', (asked: DeviceRequest) => Answer>

const refusal = (name: string): Answer => ({ status: 400, body: { __type: name, message: name } })
let close: (() => unknown) | undefined
afterEach(() => close?.())

const forgetAll = async (answers: Answers) => {
  const server = createServer(async (request, reply) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) as keyof Answers
    const { status = 200, body } = answers[operation]((await json(request)) as DeviceRequest)
    reply.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
  })
  close = () => server.close()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'AKIASTANDIN', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
  await forgetDevicesAtAws(client, { UserPoolId: 'us-east-1_StandIn01', Username: 'ann' })
  client.destroy()
}

describe('The devices of Ann at Cognito', () => {
  it('are forgotten page by page, also when one is already gone', async () => {
    const forgotten: unknown[] = []
    await forgetAll({
      AdminListDevices: ({ PaginationToken }) =>
        PaginationToken === 'second'
          ? { body: { Devices: [{ DeviceKey: 'us-east-1_c' }] } }
          : { body: { Devices: [{ DeviceKey: 'us-east-1_a' }, { DeviceKey: 'us-east-1_b' }], PaginationToken: 'second' } },
      AdminForgetDevice: ({ DeviceKey }) => {
        forgotten.push(DeviceKey)
        return DeviceKey === 'us-east-1_a' ? refusal('ResourceNotFoundException') : { body: {} }
      },
    })
    expect(forgotten).toEqual(['us-east-1_a', 'us-east-1_b', 'us-east-1_c'])
  })

  it('do not keep us waiting forever if the list never ends', async () => {
    let pages = 0
    await forgetAll({
      AdminListDevices: () => {
        pages += 1
        return { body: { Devices: [{ DeviceKey: 'us-east-1_a' }], PaginationToken: `page ${pages}` } }
      },
      AdminForgetDevice: () => ({ body: {} }),
    })
    expect(pages).toBe(50)
  })

  it('need not be tracked at all', async () => {
    const list = () => refusal('InvalidUserPoolConfigurationException')
    await expect(forgetAll({ AdminListDevices: list, AdminForgetDevice: list })).resolves.toBeUndefined()
  })

  it('are not reported as forgotten if Cognito refuses', async () => {
    const Devices = [{ DeviceKey: 'us-east-1_a' }]
    const refused = forgetAll({
      AdminListDevices: () => ({ body: { Devices } }),
      AdminForgetDevice: () => refusal('TooManyRequestsException'),
    })
    await expect(refused).rejects.toMatchObject({ name: 'TooManyRequestsException' })
  })
})
