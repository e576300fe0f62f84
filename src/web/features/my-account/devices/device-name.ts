type Known = readonly (readonly [name: string, pattern: RegExp])[]

// The order matters: most systems and browsers also name the ones they derive from.
const systems: Known = [
  ['iPad', /iPad/],
  ['iPhone', /iPhone|iOS/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS|Chrome ?OS|Chromium OS/],
  ['Windows', /Windows/],
  ['macOS', /mac ?OS|Macintosh/i],
  ['Linux', /Linux/],
]
const browsers: Known = [
  ['Edge', /Microsoft Edge|Edg(?:A|iOS)?\//],
  ['Opera', /Opera|OPR\//],
  ['Samsung Internet', /Samsung ?(?:Browser|Internet)/],
  ['Vivaldi', /Vivaldi/],
  ['Brave', /Brave/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Google Chrome|Chrome\/|CriOS/],
  ['Chromium', /Chromium/],
  ['Safari', /Safari/],
]

const find = (known: Known, text: string) => known.find(([, pattern]) => pattern.test(text))?.[0]

/** Reads browser and system from the identity client's device name, which is a long list of versions. */
export const readDeviceName = (name: string) => ({ browser: find(browsers, name), system: find(systems, name) })
