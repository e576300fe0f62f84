import { contactOf } from '#sandbox/kit/fill.ts'
import { createRandom } from '#sandbox/kit/random.ts'
import type { PlainContact } from '#sandbox/kit/vendor.ts'

const day = 86_400_000

/** Somebody who has been there for five days, with whatever else a person has. */
export const someone = (firstName: string, change: Partial<PlainContact> = {}): PlainContact => ({
  ...contactOf(createRandom(3), 1, Date.now() - 5 * day),
  firstName,
  ...change,
})

/** One of the Bergs of Austin, of whom everything is known. */
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
