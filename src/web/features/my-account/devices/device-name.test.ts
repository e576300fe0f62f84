import { describe, expect, it } from 'vitest'
import { readDeviceName } from './device-name.ts'

describe('The name of a device', () => {
  it.each([
    ['macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160', 'Chrome', 'macOS'],
    ['Linux x86 Linux Not)A;Brand/24.0.0.0;Chromium/156.0.0.0', 'Chromium', 'Linux'],
    ['Windows 15.0.0 x86 Windows Microsoft Edge/130.0.1;Chromium/130.0.1;Not?A_Brand/99', 'Edge', 'Windows'],
    ['Android 14.0.0 Pixel 8 Android Google Chrome/130.0.1;Chromium/130.0.1', 'Chrome', 'Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0', 'Firefox', 'macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36', 'Chrome', 'Linux'],
    ['Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 EdgA/120.0', 'Edge', 'Android'],
  ])('%s is %s on %s', (name, browser, system) => {
    expect(readDeviceName(name)).toEqual({ browser, system })
  })

  it('is undefined if neither browser nor system is known', () => {
    expect(readDeviceName('curl/8.5')).toEqual({ browser: undefined, system: undefined })
  })
})
