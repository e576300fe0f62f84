// What a user does at the vendors' own sites, if these are the sandboxes.
import { setTimeout as pause } from 'node:timers/promises'
import { slugOf } from '#server/connectors/kit/app.ts'

interface SandboxAccount {
  id: string
  name: string
  /** What is entered when it is connected. */
  connect: Record<string, string>
}

const lookAgainAfter = 250
const looksMax = 1200

const ask = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init)
  if (response.status >= 400) throw new Error(`The sandbox says ${response.status} at ${new URL(url).pathname}`)
  return response
}

export const openDoor = (sandboxUrl: string, signal: AbortSignal) => {
  const admin = (type: string, path = ''): string => `${sandboxUrl}/__admin/${slugOf(type)}${path}`
  const accounts = async (type: string): Promise<SandboxAccount[]> =>
    ((await (await ask(admin(type), { signal })).json()) as { accounts: SandboxAccount[] }).accounts

  return {
    /** Accounts are added while we poll; each is complete when it appears. */
    async account(type: string, name: string): Promise<SandboxAccount> {
      for (let looked = 0; looked < looksMax; looked += 1) {
        const found = (await accounts(type)).find((account) => account.name === name)
        if (found) return found
        await pause(lookAgainAfter, undefined, { signal })
      }
      throw new Error(`${name} never moved in`)
    },
    /** Returns what the vendor sends back to us. */
    async giveConsent(consentUrl: string, account: string): Promise<{ state: string; code: string }> {
      const body = new URLSearchParams({ account, answer: 'allow' })
      const { headers } = await ask(consentUrl, { method: 'POST', body, redirect: 'manual', signal })
      const { searchParams } = new URL(headers.get('location') ?? '')
      return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
    },
    async revoke(type: string, account: string): Promise<void> {
      const headers = { 'content-type': 'application/json' }
      const path = `/accounts/${encodeURIComponent(account)}/tokens`
      await ask(admin(type, path), { method: 'POST', headers, body: JSON.stringify({ do: 'revoke' }), signal })
    },
  }
}

export type Door = ReturnType<typeof openDoor>
