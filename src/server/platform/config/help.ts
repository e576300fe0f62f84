import { optionList } from './options.ts'

const rows = optionList.map(([, option]) => ({
  name: [option.flag && `--${option.flag} <${option.takes}>`, option.env].filter(Boolean).join(', '),
  about: option.about,
  otherwise: option.otherwise,
}))

export const helpText = (): string => {
  const width = Math.max(...rows.map((row) => row.name.length))
  const lines = rows.map((row) => `  ${row.name.padEnd(width)}  ${row.about}${row.otherwise ? ` [${row.otherwise}]` : ''}`)
  return [
    'Usage: npm start -- [options]',
    '',
    'Each option is a flag, an environment variable, or both; the flag wins.',
    '',
    ...lines,
    '',
  ].join('\n')
}

/** The table of docs/operations.md; a test keeps the two equal. */
export const optionsAsMarkdown = (): string => {
  const cell = (value: string) => value.replaceAll('|', '\\|') || '–'
  const lines = optionList.map(
    ([, option]) =>
      `| ${option.flag ? `\`--${option.flag}\`` : ''} | \`${option.env}\` | ${cell(option.about)} | ${cell(option.takes)} | ${cell(option.otherwise)} |`,
  )
  return ['| Flag | Environment | What | Takes | Otherwise |', '|---|---|---|---|---|', ...lines].join('\n')
}
