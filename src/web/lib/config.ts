import type { WebConfig } from '#contract/kit/web-config.ts'

const contentOf = (selector: string) => document.querySelector(selector)

let known: WebConfig | undefined

/** The configuration that the server wrote into the page. */
export const config = (): WebConfig => {
  known ??= JSON.parse(contentOf('#config')?.textContent ?? '') as WebConfig
  return known
}

/** The nonce that allows the style tags that the component library adds at run time. */
export const styleNonce = (): string => contentOf('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
