// Every CRM with 120,000 contacts, of which 12,000 change at one moment: all are read once, and later all that changed.
import { crms, readLargeAccount } from '#server/connectors/testing/large-accounts.ts'
import type { Bench, Figure } from './bench.ts'

const exactly = (name: string, value: number): Figure => ({ name, value, unit: '', target: 0, better: 'lower' })

export const largeBench: Bench = {
  about: 'every CRM with 120,000 contacts, of which 12,000 change at one moment: none missing, none doubled',
  run: async ({ quick }) => {
    const size = quick ? { contacts: 24_000, changed: 11_000 } : { contacts: 120_000, changed: 12_000 }
    const figures: Figure[] = []
    for (const [name, connector] of crms) {
      const started = performance.now()
      const { read, distinct, rejected, missed, needless } = await readLargeAccount(connector, size)
      const seconds = (performance.now() - started) / 1000
      figures.push(
        exactly(`${name}: contacts missing`, size.contacts - distinct),
        exactly(`${name}: contacts read twice`, read - distinct),
        exactly(`${name}: contacts rejected`, rejected),
        exactly(`${name}: changes missed`, missed),
        { name: `${name}: read without having changed`, value: needless, unit: '', target: 1000, better: 'lower' },
        { name: `${name}: all of it`, value: seconds, unit: 's', target: 120, better: 'lower' },
      )
    }
    return figures
  },
}
