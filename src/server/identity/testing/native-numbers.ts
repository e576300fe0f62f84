// The Amplify client computes its proofs with the numbers of the language. Tests that sign in through that client import this file.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

interface BigNumber {
  toString(radix: number): string
}

interface BigIntegerModule {
  default: { new (text: string, radix: number): BigNumber; prototype: object }
}

const toNative = (number: BigNumber): bigint => {
  const hex = number.toString(16)
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`)
}

const powerOf = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let power = 1n
  for (const bit of exponent.toString(2)) {
    power = (power * power) % modulus
    if (bit === '1') power = (power * base) % modulus
  }
  return power
}

/**
 * Amplify works with numbers of its own making, except on phones, where it replaces this one function. The same is done here with the
 * numbers of the language: most of the time of these tests was spent in it.
 */
const useNativeNumbers = async (): Promise<void> => {
  const amplify = createRequire(import.meta.resolve('aws-amplify/auth'))
  const file = amplify
    .resolve('@aws-amplify/auth')
    .replace(/dist\/.*/, 'dist/esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs')
  const { default: BigInteger } = (await import(pathToFileURL(file).href)) as BigIntegerModule
  type Done = (error: null, power: BigNumber) => void
  const modPow = function modPow(this: BigNumber, exponent: BigNumber, by: BigNumber, done: Done): void {
    const modulus = toNative(by)
    const base = ((toNative(this) % modulus) + modulus) % modulus
    done(null, new BigInteger(powerOf(base, toNative(exponent), modulus).toString(16), 16))
  }
  Object.assign(BigInteger.prototype, { modPow })
}

await useNativeNumbers()
