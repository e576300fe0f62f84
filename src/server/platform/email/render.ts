// The one template of our emails: plain, branded, the same words in text and in HTML.
interface EmailParts {
  heading: string
  paragraphs: readonly string[]
  /** Shown large, to be typed. */
  code?: string
  action?: { label: string; url: string }
  footnote?: string
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escape(text)}</p>`

const codeBlock = (code: string): string =>
  `<p style="margin:24px 0;padding:16px 20px;background:#f0f2f6;border-radius:10px;font:600 28px/36px ui-monospace,Menlo,monospace;letter-spacing:6px;text-align:center">${escape(code)}</p>`

const button = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#215bda;color:#ffffff;text-decoration:none;font-weight:600">${escape(label)}</a></p>`

const mark = `<span style="display:inline-block;width:24px;height:24px;border-radius:7px;background:#215bda;color:#ffffff;text-align:center;font:600 15px/24px sans-serif">Y</span>`

const htmlOf = ({ heading, paragraphs, code, action, footnote }: EmailParts): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(heading)}</title></head>
<body style="margin:0;background:#f7f8fb;color:#141a28;font:400 15px/24px -apple-system,'Segoe UI',Inter,Helvetica,Arial,sans-serif">
<main style="max-width:560px;margin:0 auto;padding:32px 16px;overflow-wrap:anywhere">
<div style="margin:0 0 20px;font-weight:600">${mark} <span style="margin-left:6px">Tributary</span></div>
<div style="background:#ffffff;border:1px solid #e5e8ef;border-radius:10px;padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escape(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${code === undefined ? '' : codeBlock(code)}${action === undefined ? '' : button(action)}
</div>
<p style="margin:16px 4px;color:#5c677c;font-size:13px;line-height:20px">${escape(footnote ?? 'You got this email because someone used this address at Tributary.')}</p>
</main></body></html>`

const textOf = ({ heading, paragraphs, code, action, footnote }: EmailParts): string =>
  [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action === undefined ? [] : [`${action.label}: ${action.url}`]),
    '--',
    footnote ?? 'You got this email because someone used this address at Tributary.',
  ].join('\n\n')

export const renderEmail = (parts: EmailParts): { text: string; html: string } => ({ text: textOf(parts), html: htmlOf(parts) })
