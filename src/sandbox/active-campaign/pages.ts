// Counting and sorting, once for all pages until something changes: a large account is paged through quickly.
import type { Store } from '../kit/store.ts'

export const vendor = 'active-campaign'

export const placeOf = (account: string, object: string) => ({ vendor, account, object })

interface Order {
  column: 'created' | 'modified' | 'seq'
  modifiedFrom: number
}

export const createPages = (store: Store) => {
  const totals = new Map<string, number>()
  const orders = new Map<string, number[]>()
  const others = new Map<string, object[]>()
  return {
    /** Clears the cached counts and orders. */
    changed(): void {
      totals.clear()
      orders.clear()
      others.clear()
    },
    total(account: string, object: string, modifiedFrom: number): number {
      const key = `${account}/${object}/${modifiedFrom}`
      const count = totals.get(key) ?? store.count({ ...placeOf(account, object), modifiedFrom })
      totals.set(key, count)
      return count
    },
    /** Positions of records in an order that the store has no index for. */
    sorted(account: string, object: string, { column, modifiedFrom }: Order): number[] {
      const key = `${account}/${object}/${column}/${modifiedFrom}`
      const text = `select seq from record where vendor = ? and account = ? and object = ? and deleted = 0 and modified >= ?
        order by ${column}, seq`
      const order = orders.get(key) ?? store.all(text, vendor, account, object, modifiedFrom).map((row) => Number(row['seq']))
      orders.set(key, order)
      return order
    },
    /** All contacts of a deal besides the first, deal by deal. */
    further(account: string): object[] {
      const text = `select record.id as deal, other.key as number, other.value as contact
        from record, json_each(record.body, '$.personIds') as other
        where vendor = ? and account = ? and object = 'deal' and deleted = 0 and other.key > 0 order by seq, other.key`
      const found =
        others.get(account) ??
        store.all(text, vendor, account).map(({ deal, number, contact }) => ({
          id: `${String(deal)}${String(number)}`,
          deal: String(deal),
          contact: String(contact),
          role: null,
        }))
      others.set(account, found)
      return found
    },
    rows: (order: readonly number[]): { id: string; body: string }[] =>
      order.map((seq) => {
        const row = store.one('select id, body from record where seq = ?', seq)
        return { id: String(row?.['id']), body: String(row?.['body']) }
      }),
  }
}
