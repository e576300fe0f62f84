import type { Random } from '../kit/random.ts'
import type { PlainContact } from '../kit/vendor.ts'
import type { DemoCompany } from './companies.ts'

const firstNames =
  'Ada Ben Cleo Dario Elif Femi Gala Hugo Ines Jonas Kaya Liam Mina Nils Olga Pia Quinn Rosa Sami Tara Uma Viggo Wren Xenia Yara Zeno Alma Bram Cora Dev Edda Finn Greta Hassan Ivy Juno Kofi Lotte Marlo Noa'.split(
    ' ',
  )
const lastNames =
  'Abbot Berg Castle Dunn Engel Farrow Grant Holm Imani Jansen Keller Lund Moss North Okafor Pryce Quist Reyes Stone Tamm Ueda Vale Winter Xu York Zane Ames Birch Calder Drake Elm Frost Gale Hart Ito Jung Kerr Lowe Marsh Nash'.split(
    ' ',
  )
const trades = ['Farms', 'Tools', 'Supply', 'Rentals', 'Works', 'Yards']
const domains = ['example.com', 'example.org', 'example.net']

export const firmOf = (random: Random): string => `${random.pick(lastNames)} ${random.pick(trades)}`

/** An invented contact. Its marketing source is added elsewhere. */
export const contactOf = (
  random: Random,
  { places, tags }: DemoCompany,
  { number, at, firm }: { number: number; at: number; firm: string },
): Omit<PlainContact, 'source' | 'utm'> => {
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  const [city, region, postalCode, country, area] = random.pick(places)
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${number}@${random.pick(domains)}`.toLowerCase(),
    phone: `+1 ${area} 555 01${String(number % 100).padStart(2, '0')}`,
    company: firm,
    city,
    region,
    postalCode,
    country,
    tags: Object.entries(tags).flatMap(([tag, share]) => (random.chance(share) ? [tag] : [])),
    createdAt: at,
    modifiedAt: at,
  }
}
