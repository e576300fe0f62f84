import { describe, expect, it } from 'vitest'
import { sortAddresses, splitAddresses, uniqueAddresses } from './addresses.ts'

describe('a pasted list of addresses', () => {
  it('may be separated by commas, semicolons, spaces and lines', () => {
    const text =
      'gia@northlight.example.com, hal@northlight.example.com;ida@northlight.example.com\r\njon@northlight.example.com  '
    expect(splitAddresses(text)).toEqual([
      'gia@northlight.example.com',
      'hal@northlight.example.com',
      'ida@northlight.example.com',
      'jon@northlight.example.com',
    ])
  })

  it('may have the names that mail programs write before the addresses', () => {
    const text = '"Moreno, Gia" <gia@northlight.example.com>; Hal Berg <hal@northlight.example.com>, ida@northlight.example.com'
    expect(splitAddresses(text)).toEqual([
      'gia@northlight.example.com',
      'hal@northlight.example.com',
      'ida@northlight.example.com',
    ])
  })

  it('names nobody twice, and keeps the first way to write an address', () => {
    expect(uniqueAddresses(['Gia@northlight.example.com', 'hal@northlight.example.com', 'gia@northlight.example.com'])).toEqual([
      'Gia@northlight.example.com',
      'hal@northlight.example.com',
    ])
  })

  it('is sorted into those who get a letter, those who are here already, and what is no address', () => {
    const sorted = sortAddresses(['gia@northlight.example.com', 'Ben@northlight.example.com', 'hal@'], (key) =>
      key.startsWith('ben@'),
    )
    expect(sorted).toEqual({ good: ['gia@northlight.example.com'], known: ['Ben@northlight.example.com'], wrong: ['hal@'] })
  })
})
