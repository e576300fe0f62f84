import type { TextRule } from './text-rules.ts'

/** Legal tender today: no replaced currency, no metal, no fund and no code for tests. */
export const currenciesInUse: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE ' +
  'CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY ' +
  'KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO ' +
  'NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS ' +
  'TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ')

/** Currencies of ISO 4217 whose smallest unit is not a hundredth. */
const otherDigits: ReadonlyMap<string, number> = new Map(
  [
    { digits: 0, codes: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF' },
    { digits: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
    { digits: 4, codes: 'CLF UYW' },
  ].flatMap(({ digits, codes }) => codes.split(' ').map((code): [string, number] => [code, digits])),
)

export const mostCurrencyDigits = 4
/** How many decimals amounts of a currency have. */
export const currencyDigits = (code: string): number => otherDigits.get(code) ?? 2

export const currencyMessage = 'Use a three-letter currency code such as USD'
export const currencyRule: TextRule = (code) => (currenciesInUse.includes(code) ? undefined : currencyMessage)
