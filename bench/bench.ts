// What every benchmark prints: a readable table and one JSON line for machines.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Figure {
  name: string
  value: number
  unit: string
  target: number
  better: 'higher' | 'lower'
}

interface Options {
  quick: boolean
  kills?: number
  minutes?: number
  seed?: number
}

export interface Bench {
  about: string
  run(options: Options): Promise<Figure[]>
}

/** Runs in a temporary folder that PostgreSQL's account can enter. */
export const inFolder = async <T>(run: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-bench-'))
  chmodSync(folder, 0o755)
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const isMet = ({ value, target, better }: Figure): boolean => (better === 'higher' ? value >= target : value <= target)

const shown = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(value < 10 ? 2 : 1)

export const show = (bench: string, figures: readonly Figure[]): void => {
  const rows = figures.map((figure) => [
    figure.name,
    `${shown(figure.value)} ${figure.unit}`,
    `${figure.better === 'higher' ? 'at least' : 'at most'} ${shown(figure.target)}`,
    isMet(figure) ? 'met' : 'MISSED',
  ])
  const table = [['Figure', 'Value', 'Target', ''], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  console.log(JSON.stringify({ bench, figures }))
}
