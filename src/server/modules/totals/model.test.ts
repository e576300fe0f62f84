import { describe, expect, it } from 'vitest'
import { smallestTotal } from '#contract/connections/totals.ts'
import { diceOf, type Dice } from '../criteria/testing/random.ts'
import { groupsOf, itemsOf, totalOf, type Cell, type Filter, roughlyInTurn } from './model.ts'

const seed = Number(process.env['SEED'] ?? 515)
const dimensions = [
  ['open', 'won', 'lost'],
  ['Paid Search', 'Paid Social', 'Email', 'Referral', 'Unknown'],
  ['2026-01', '2026-02', '2026-03', '2026-04'],
  ['New', 'Qualified', 'Proposal'],
] as const

const randomCells = (dice: Dice): Cell[] => {
  const cells = new Map<string, Cell>()
  const records = dice.below(400)
  for (let record = 0; record < records; record += 1) {
    const values = dimensions.map((names) => names[Math.min(dice.below(names.length), dice.below(names.length))] ?? '')
    const key = values.join('|')
    cells.set(key, { values, count: (cells.get(key)?.count ?? 0) + 1 })
  }
  return [...cells.values()]
}

/** For each dimension the values that are asked for. */
type Asked = ReadonlySet<string>[]

const randomAsked = (dice: Dice, within: Asked = dimensions.map((names) => new Set(names))): Asked =>
  within.map((names) => (dice.once(2) ? names : new Set([...names].filter(() => !dice.once(3)))))

const filterOf = (asked: Asked): Filter => asked.map((names) => (value) => names.has(value))

const matching = (cells: readonly Cell[], asked: Asked): Cell[] =>
  cells.filter(({ values }) => values.every((value, dimension) => asked[dimension]?.has(value)))

const sum = (cells: readonly Cell[]): number => cells.reduce((all, { count }) => all + count, 0)

/** Whether the number of records of `wanted` follows from these equations by any addition and subtraction. */
const follows = (equations: readonly number[][], wanted: readonly number[]): boolean => {
  const rest = [...wanted]
  for (const row of equations) {
    const pivot = row.findIndex((factor) => factor !== 0)
    const factor = (rest[pivot] ?? 0) / (row[pivot] ?? 1)
    if (factor !== 0) for (const [index, own] of row.entries()) rest[index] = (rest[index] ?? 0) - factor * own
  }
  return rest.every((left) => Math.abs(left) < 1e-9)
}

/** Adds an equation to those that are independent of each other. */
const learn = (equations: number[][], row: readonly number[]): void => {
  const rest = [...row]
  for (const known of equations) {
    const pivot = known.findIndex((factor) => factor !== 0)
    const factor = (rest[pivot] ?? 0) / (known[pivot] ?? 1)
    if (factor !== 0) for (const [index, own] of known.entries()) rest[index] = (rest[index] ?? 0) - factor * own
  }
  const cleaned = rest.map((left) => (Math.abs(left) < 1e-9 ? 0 : left))
  if (cleaned.some((left) => left !== 0)) equations.push(cleaned)
}

describe(`Totals that are protected (SEED=${seed})`, () => {
  const dice = diceOf(seed)

  it.each(Array.from({ length: 10 }, (_, round) => round))(
    'reveal no small group by the difference of two filters, 100 pairs: round %i',
    () => {
      const cells = randomCells(dice)
      const groups = groupsOf(cells, dimensions.length, smallestTotal)
      for (let pair = 0; pair < 100; pair += 1) {
        const wide = randomAsked(dice)
        const narrow = randomAsked(dice, wide)
        const [one, other] = [totalOf(groups, filterOf(wide)), totalOf(groups, filterOf(narrow))]
        const difference = one.count - other.count
        expect(difference === 0 || difference >= smallestTotal).toBe(true)
        for (const asked of [wide, narrow]) {
          const { count, isExact } = totalOf(groups, filterOf(asked))
          const real = sum(matching(cells, asked))
          expect(count).toBeLessThanOrEqual(real)
          expect(count === real || !isExact || groups.length === 0).toBe(true)
          for (const item of itemsOf(groups, filterOf(asked), dice.below(dimensions.length)))
            expect(item.count).toBeGreaterThanOrEqual(smallestTotal)
        }
      }
    },
  )

  it('reveal no small group to whoever adds and subtracts all answers', () => {
    const cells = randomCells(diceOf(seed + 1))
    const groups = groupsOf(cells, dimensions.length, smallestTotal)
    const equations: number[][] = []
    for (let answer = 0; answer < 500; answer += 1) {
      const filter = filterOf(randomAsked(dice))
      const inside = cells.map((cell) => {
        const group = groups.find(({ values }) => values.every((set, dimension) => set.includes(cell.values[dimension] ?? '')))
        return group && totalOf([group], filter).count > 0 ? 1 : 0
      })
      learn(equations, inside)
    }
    expect(equations.length).toBeGreaterThan(5)
    const small = cells.filter(({ count }) => count < smallestTotal)
    expect(small.length).toBeGreaterThan(10)
    for (const cell of small)
      expect(
        follows(
          equations,
          cells.map((other) => (other === cell ? 1 : 0)),
        ),
      ).toBe(false)
  })

  it('hide a value of which there are few, and another one from which it could be worked out', () => {
    const cells = [
      { values: ['Paid Search'], count: 40 },
      { values: ['Email'], count: 7 },
      { values: ['Radio'], count: 2 },
    ]
    const groups = groupsOf(cells, 1, smallestTotal)
    const all: Filter = [() => true]
    expect(totalOf(groups, all)).toEqual({ count: 49, isExact: true })
    expect(itemsOf(groups, all, 0)).toEqual([{ value: 'Paid Search', count: 40 }])
  })

  it('say nothing of fewer records altogether', () => {
    expect(groupsOf([{ values: ['Radio'], count: 4 }], 1, smallestTotal)).toEqual([])
  })
})

describe('Numbers of versions, one after the other', () => {
  it.each([
    [
      [1457, 1454, 1450, 1452],
      [1455, 1455, 1450, 1450],
    ],
    [
      [1459, 1460, 1464],
      [1455, 1455, 1460],
    ],
    [
      [3, 4, 7, 8],
      [null, null, null, 5],
    ],
    [
      [0, 4, 9],
      [0, 0, 5],
    ],
  ])('%j are told as %j: each stays until five more or fewer are there', (counts, told) => {
    expect(roughlyInTurn(counts)).toEqual(told)
  })
})
