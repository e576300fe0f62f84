import type { MantineColorsTuple } from '@mantine/core'

/** Primary. 6 is the action color on light (5.9:1 on white), 4 on dark (5.9:1 on the panel, 6.5:1 under its dark label). */
export const river: MantineColorsTuple = [
  '#EFF4FE',
  '#DDE8FD',
  '#BCD1FB',
  '#91B3F8',
  '#6695F4',
  '#3F74EA',
  '#215BDA',
  '#1B4AB5',
  '#193E92',
  '#162F6B',
]
/** Neutrals with a slight blue. 6 = secondary text on light (5.7:1), 9 = body text (17.4:1). */
export const gray: MantineColorsTuple = [
  '#F7F8FB',
  '#F0F2F6',
  '#E5E8EF',
  '#D5DAE4',
  '#B3BBCA',
  '#8590A4',
  '#5C677C',
  '#434D61',
  '#2A3244',
  '#141A28',
]
/** Mantine `dark` tuple: 0 = text, 2 = secondary text (7.0:1), 4 = border, 6 = panel, 7 = canvas, 8 = sidebar. */
export const dark: MantineColorsTuple = [
  '#E6EAF2',
  '#C6CDDA',
  '#9AA5B9',
  '#717C92',
  '#2A3243',
  '#212838',
  '#151A26',
  '#0F131C',
  '#0B0E15',
  '#07090E',
]
/** Status scales. Index 7/8 is the text step on light, 3/4 on dark, 0 the tint. */
export const green: MantineColorsTuple = [
  '#EAF7F0',
  '#D2EEDF',
  '#A6DDC0',
  '#74C99D',
  '#46B37E',
  '#239A64',
  '#15804F',
  '#0F6A41',
  '#0D5535',
  '#0A3F28',
]
export const amber: MantineColorsTuple = [
  '#FDF5E4',
  '#FAE8C2',
  '#F4D08A',
  '#ECB651',
  '#DD9A26',
  '#C07F12',
  '#9A630A',
  '#7F5008',
  '#663F08',
  '#4A2E07',
]
export const red: MantineColorsTuple = [
  '#FDEFEE',
  '#FADBD9',
  '#F4B6B2',
  '#EC8C86',
  '#E2645D',
  '#D2443D',
  '#B8322C',
  '#992723',
  '#7C211E',
  '#591916',
]

/**
 * Chart series: fixed per channel in every chart, ordered by legend position.
 * Searched for distance under normal, protan, deutan and tritan vision (min CIEDE2000 10.6 light, 8.6 dark) and >= 3:1 on the panel.
 * Never rely on color alone: every bar, line and cell also shows its name or value.
 */
export const channelColors = {
  'Paid Search': { light: '#3F6BE0', dark: '#3E74DB' },
  'Paid Social': { light: '#B7540D', dark: '#D97F33' },
  'Organic Search': { light: '#1C7A57', dark: '#3FAE88' },
  Referral: { light: '#9C5A97', dark: '#C487BB' },
  Email: { light: '#AB9412', dark: '#E4C94F' },
  Display: { light: '#52218C', dark: '#AC9BFF' },
  Call: { light: '#159FC4', dark: '#56D3F2' },
  'Offline/Event': { light: '#5E3020', dark: '#A06B5A' },
  'AI assistant': { light: '#D4798C', dark: '#FAB4C6' },
  Direct: { light: '#454B5E', dark: '#6A7387' },
} as const
export const slugOf = (channel: string) => channel.toLowerCase().replace(/[^a-z]+/g, '-')
