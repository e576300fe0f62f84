import { contactOf } from '#sandbox/kit/fill.ts'
import { createRandom } from '#sandbox/kit/random.ts'
import type { PlainContact } from '#sandbox/kit/vendor.ts'

const day = 86_400_000

/** A contact that was created five days ago, with all common fields. */
export const someone = (firstName: string, change: Partial<PlainContact> = {}): PlainContact => ({
  ...contactOf(createRandom(3), 1, Date.now() - 5 * day),
  firstName,
  ...change,
})

/** One of the Bergs of Austin, with all fields. */
export const berg = (firstName: string, at: number, change: Partial<PlainContact> = {}): PlainContact => ({
  firstName,
  lastName: 'Berg',
  email: `${firstName.toLowerCase()}@example.com`,
  phone: '+1 202 555 0147',
  company: '',
  city: 'Austin',
  region: 'TX',
  postalCode: '78701',
  country: 'US',
  source: 'Google Ads',
  utm: null,
  tags: ['vip'],
  createdAt: at,
  modifiedAt: at,
  ...change,
})
