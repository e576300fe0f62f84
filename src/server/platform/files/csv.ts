/** A spreadsheet takes these at the beginning of a cell for a formula, and would run it. */
const formula = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/u

const cell = (text: string | null): string => {
  const harmless = text !== null && formula.test(text) ? `'${text}` : (text ?? '')
  return `"${harmless.replaceAll('"', '""')}"`
}

/** One line of a CSV file. */
export const csvLineOf = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(',')}\r\n`
