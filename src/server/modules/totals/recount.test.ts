import { describe, expect, it } from 'vitest'
import { smallestTotal } from '#contract/connections/totals.ts'
import { diceOf, type Dice } from '../criteria/testing/random.ts'
import { totalOf, type Cell, type Filter } from './model.ts'
import { isShown, recount, type ShownGroup } from './recount.ts'

const seed = Number(process.env['SEED'] ?? 919)
const dimensions = [
  ['open', 'won', 'lost'],
  ['Paid Search', 'Paid Social', 'Email', 'Referral'],
  ['2026-01', '2026-02', '2026-03', '2026-04'],
  ['New', 'Qualified', 'Proposal'],
] as const
const month = 2
const months = { dimension: month, current: '2026-04' }

type Records = string[][]

const randomRecord = (dice: Dice, latest: number): string[] =>
  dimensions.map((names, dimension) => {
    const among = dimension === month ? latest : names.length
    return names[Math.min(dice.below(among), dice.below(among))] ?? ''
  })

const randomRecords = (dice: Dice, size: number, latest = 3): Records =>
  Array.from({ length: size }, () => randomRecord(dice, latest))

const cellsOf = (records: Records): Cell[] =>
  [...Map.groupBy(records, (values) => values.join('|')).values()].map((alike) => ({
    values: alike[0] ?? [],
    count: alike.length,
  }))

/** Some records come, some leave, some change a value; how many. */
const change = (dice: Dice, records: Records, size: number, latest = 3): void => {
  for (let done = 0; done < size; done += 1) {
    const place = dice.below(records.length)
    if (dice.once(3)) records.push(randomRecord(dice, latest))
    else if (dice.once(2)) records.splice(place, 1)
    else records[place] = randomRecord(dice, latest)
  }
}

const numberOf = (group: ShownGroup | undefined): number => (group && isShown(group) ? group.count : 0)

/** What a reader knows: which values each number is of, and the number. */
const tableOf = (groups: readonly ShownGroup[]) => groups.filter(isShown).map(({ values, count }) => ({ values, count }))

const firstWith = (groups: readonly ShownGroup[], record: readonly string[]): number =>
  groups.findIndex(({ values }) => values.every((own, dimension) => own.includes(record[dimension] ?? '')))

describe(`Totals that are counted again (SEED=${seed})`, () => {
  it('look the same after any change of 1 to 4 records', () => {
    const dice = diceOf(seed)
    for (let round = 0; round < 300; round += 1) {
      const records = randomRecords(dice, 5 + dice.below(300))
      const groups = recount([], cellsOf(records), months)
      change(dice, records, 1 + dice.below(4))
      expect(tableOf(recount(groups, cellsOf(records), months))).toEqual(tableOf(groups))
    }
  })

  it('after 600 days of small changes have no two numbers of a group that differ by fewer than 5', () => {
    const dice = diceOf(seed + 1)
    const records = randomRecords(dice, 250)
    let groups = recount([], cellsOf(records), months)
    const history: ShownGroup[][] = [groups]
    for (let day = 0; day < 600; day += 1) {
      change(dice, records, 1 + dice.below(4), 4)
      groups = recount(groups, cellsOf(records), { ...months, current: day < 300 ? '2026-04' : '2026-05' })
      history.push(groups)
    }
    expect(groups.length).toBeGreaterThan(history[0]?.length ?? 0)
    let steps = 0
    for (const index of groups.keys()) {
      const numbers = [...new Set(history.map((day) => numberOf(day[index])))].toSorted((one, other) => one - other)
      const differences = numbers.slice(1).map((number, place) => number - (numbers[place] ?? 0))
      expect(Math.min(...differences, smallestTotal)).toBe(smallestTotal)
      expect(new Set(history.flatMap((day) => (day[index] ? [JSON.stringify(day[index].values)] : []))).size).toBe(1)
      steps += numbers.length - 1
    }
    expect(steps).toBeGreaterThan(10)
  })

  it('have a number changed by no fewer than 5 records of its own since it was set', () => {
    const dice = diceOf(seed + 2)
    const records = randomRecords(dice, 250)
    let groups = recount([], cellsOf(records), months)
    let set = groups.map(() => [...records])
    let moves = 0
    for (let day = 0; day < 600; day += 1) {
      change(dice, records, 1 + dice.below(4))
      const next = recount(groups, cellsOf(records), months)
      for (const [index, group] of groups.entries()) {
        if (next[index]?.count === group.count) continue
        moves += 1
        const own = (all: Records) => all.filter((record) => firstWith(next, record) === index)
        const [before, after] = [new Set(own(set[index] ?? [])), new Set(own(records))]
        expect(before.symmetricDifference(after).size).toBeGreaterThanOrEqual(smallestTotal)
        set[index] = [...records]
      }
      set = next.map((_, index) => set[index] ?? [...records])
      groups = next
    }
    expect(moves).toBeGreaterThan(10)
  })

  it('stay close to the records: within 6 of each group, and what waits is of no group', () => {
    const dice = diceOf(seed + 3)
    const records = randomRecords(dice, 400)
    let groups = recount([], cellsOf(records), months)
    for (let day = 0; day < 100; day += 1) {
      change(dice, records, 1 + dice.below(20), 4)
      groups = recount(groups, cellsOf(records), { ...months, current: '2026-05' })
      const owned = Map.groupBy(records, (record) => firstWith(groups, record))
      for (const [index, group] of groups.entries())
        expect(Math.abs(group.count - (owned.get(index)?.length ?? 0))).toBeLessThanOrEqual(6)
      const waiting = Map.groupBy(owned.get(-1) ?? [], ([outcome, channel]) => `${outcome} ${channel}`)
      for (const alike of waiting.values()) expect(alike.length).toBeLessThan(smallestTotal)
    }
  })

  it('tell a new month by its large groups first, and put the small ones together when it is over', () => {
    const all: Filter = [() => true, () => true]
    const old = [{ values: ['Email', '2026-01'], count: 20 }]
    const march = [
      { values: ['Email', '2026-03'], count: 8 },
      { values: ['Referral', '2026-03'], count: 4 },
      { values: ['Referral', '2026-02'], count: 3 },
    ]
    const one = { dimension: 1, current: '2026-03' }
    const first = recount([], old, one)
    const second = recount(first, [...old, ...march], one)
    expect(second.map(({ values }) => values)).toEqual([
      [['Email'], ['2026-01']],
      [['Email'], ['2026-03']],
    ])
    expect(totalOf(second, all).count).toBe(30)
    const third = recount(second, [...old, ...march], { ...one, current: '2026-04' })
    expect(third.at(-1)?.values).toEqual([['Referral'], ['2026-02', '2026-03']])
    expect(totalOf(third, all).count).toBe(35)
  })

  it('leave out a group of which too few are left, and tell it again once there are enough', () => {
    const of = (count: number) => [
      { values: ['Email', '2026-01'], count },
      { values: ['Referral', '2026-01'], count: 50 },
    ]
    const one = { dimension: 1, current: '2026-03' }
    const first = recount([], of(7), one)
    const second = recount(first, of(1), one)
    const third = recount(second, of(9), one)
    expect([first, second, third].map((groups) => numberOf(groups[0]))).toEqual([7, 0, 7])
  })
})
