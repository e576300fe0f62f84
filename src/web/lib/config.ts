import type { WebConfig } from '#contract/kit/web-config.ts'

const contentOf = (selector: string) => document.querySelector(selector)

let known: WebConfig | undefined

/** What the server wrote into the page. */
export const config = (): WebConfig => {
  known ??= JSON.parse(contentOf('#config')?.textContent ?? '') as WebConfig
  return known
}

/** The server's one-time permission for style tags that the component library adds at run time. */
export const styleNonce = (): string => contentOf('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
