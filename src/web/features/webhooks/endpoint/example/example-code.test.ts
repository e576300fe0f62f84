import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inboundItem } from '#contract/webhooks/inbound.ts'
import type { WebhookProperty } from '#contract/webhooks/properties.ts'
import { quotedPrice, secondPhone } from '../../testing/replies.ts'
import { exampleCode, exampleEvent, exampleKinds } from './example-code.ts'

const url = 'https://tributary.example.com/hooks/in/k3y'
const note: WebhookProperty = { ...secondPhone, name: 'note', type: 'string', pii: false, example: "It's urgent" }

describe('The example of a first call [API-20]', () => {
  it('is an event that the server accepts, with a value of the right type for each property', () => {
    const event = exampleEvent([secondPhone, quotedPrice])
    expect(inboundItem.safeParse(event).success).toBe(true)
    expect(event.properties).toEqual({ quoted_price: 11_900, second_phone: '+1 202 555 0148' })
    expect(exampleEvent([])).not.toHaveProperty('properties')
  })

  it('has every property that events need, and only a few others', () => {
    const others = ['a', 'b', 'c', 'd'].map((name) => ({ ...note, name }))
    expect(Object.keys(exampleEvent([...others, quotedPrice]).properties ?? {})).toEqual(['quoted_price', 'a', 'b'])
  })

  it('is a test call in every tab, which stores nothing', () => {
    for (const kind of exampleKinds)
      expect(exampleCode[kind]({ url, properties: [], isSigned: false })).toContain(`${url}?test=true`)
  })

  it('sends exactly the event when its shell command runs, also with a quote in a value', () => {
    const code = exampleCode.curl({ url, properties: [note], isSigned: false }).replace('curl', 'printf "%s\\n"')
    const printed = execFileSync('sh', ['-c', code], { encoding: 'utf8' })
    expect(printed).toContain(`${url}?test=true\n-H\ncontent-type: application/json\n-d\n`)
    expect(JSON.parse(printed.slice(printed.indexOf('{')))).toEqual(exampleEvent([note]))
  })

  it('is signed in the form of Standard Webhooks where a signature is required', () => {
    const key = Buffer.from('a key of thirty-two bytes or more')
    const code = exampleCode
      .curl({ url, properties: [note], isSigned: true })
      .replace('YOUR_SECRET', `whsec_${key.toString('base64')}`)
      .replace('curl', 'printf "%s\\n"')
    const printed = execFileSync('bash', ['-c', code], { encoding: 'utf8' })
    const [id, at, signature] = ['id', 'timestamp', 'signature'].map((name) => printed.match(`webhook-${name}: (.*)`)?.[1])
    const body = printed.slice(printed.indexOf('{')).trimEnd()
    const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
  })
})
