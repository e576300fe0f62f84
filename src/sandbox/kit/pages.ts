import type { SandboxAccount } from './store.ts'

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const frame = (title: string, inside: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title>
<style>
  :root{color-scheme:light dark;--ink:#141a28;--dim:#5a6478;--line:#dfe3ea;--paper:#fff;--ground:#f4f6fa}
  @media (prefers-color-scheme:dark){:root{--ink:#e6eaf2;--dim:#9aa5ba;--line:#2a3243;--paper:#161b27;--ground:#0f131c}}
  body{margin:0;font:15px/24px system-ui,sans-serif;color:var(--ink);background:var(--ground);display:grid;min-height:100vh;place-items:center}
  main{box-sizing:border-box;width:min(440px,calc(100vw - 32px));padding:28px;background:var(--paper);border:1px solid var(--line);border-radius:14px}
  h1{font-size:20px;line-height:28px;margin:0 0 4px}p{margin:0 0 16px;color:var(--dim)}small{color:var(--dim)}
  fieldset{border:0;margin:0 0 20px;padding:0;display:grid;gap:8px}legend{font-weight:600;padding:0;margin-bottom:8px}
  label{display:flex;gap:10px;align-items:center;padding:10px 12px;border:1px solid var(--line);border-radius:8px;cursor:pointer}
  label small{margin-left:auto}ul{margin:0 0 20px;padding-left:20px;color:var(--dim)}
  .row{display:flex;gap:8px}button{flex:1;font:inherit;padding:9px 14px;border-radius:8px;border:1px solid var(--line);background:transparent;color:inherit;cursor:pointer}
  button[value=allow]{background:#1f5fe0;border-color:#1f5fe0;color:#fff;font-weight:600}
</style></head><body><main>${inside}</main></body></html>`

interface Consent {
  title: string
  problem?: string
  action?: string
  accounts?: readonly SandboxAccount[]
  scopes?: string
}

/** Where a user gives consent, on the vendor's own site. */
export const consentPage = ({ title, problem, action = '', accounts = [], scopes = '' }: Consent): string => {
  if (problem !== undefined) return frame(title, `<h1>${escape(title)}</h1><p role="alert">${escape(problem)}</p>`)
  if (accounts.length === 0)
    return frame(
      title,
      `<h1>${escape(title)}</h1><p role="alert">There is no account yet. Make one on the page of the sandboxes.</p>`,
    )
  const choices = accounts
    .map(
      ({ account, name }, index) =>
        `<label><input type="radio" name="account" value="${escape(account)}"${index === 0 ? ' checked' : ''}>${escape(name)}<small>${escape(account)}</small></label>`,
    )
    .join('')
  const scopeNames = scopes.split(/[\s,]+/).filter(Boolean)
  return frame(
    `Connect to ${title}`,
    `<h1>Connect Tributary to ${escape(title)}</h1><p>This is a sandbox: nothing here is real.</p>
     <form method="post" action="${escape(action)}"><fieldset><legend>Account</legend>${choices}</fieldset>
     ${scopeNames.length > 0 ? `<p>Tributary will be able to use:</p><ul>${scopeNames.map((scope) => `<li><small>${escape(scope)}</small></li>`).join('')}</ul>` : ''}
     <div class="row"><button name="answer" value="deny">Deny</button><button name="answer" value="allow">Allow</button></div></form>`,
  )
}
