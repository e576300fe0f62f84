import type { WebConfig } from '#contract/kit/web-config.ts'

interface HostedPages {
  hosted: NonNullable<WebConfig['identity']['hosted']>
  clientId: string
  origin: string
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined)

/** The address that ends the session on the provider's hosted pages; undefined when no allowed return address belongs to this site. */
export const hostedSignOutUrl = ({ hosted, clientId, origin }: HostedPages): string | undefined => {
  const back = hosted.signOutUrls.find((address) => originOf(address) === origin)
  if (!back) return undefined
  return `https://${hosted.domain}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: back }).toString()}`
}
