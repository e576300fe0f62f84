const oddities = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g

/** JSON that PostgreSQL accepts, for any input: no zero bytes, and half of a character becomes a replacement character. */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value)
  if (!text.includes(String.raw`\u`)) return text
  return text.replaceAll(oddities, (odd) => {
    if (odd === String.raw`\u0000`) return ''
    return odd === '\\\\' ? odd : '\ufffd'
  })
}
