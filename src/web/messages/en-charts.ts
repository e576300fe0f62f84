/** English texts of every chart. */
export const chartMessages = {
  kind: 'chart',
  keys: 'Use the arrow keys to read the values one by one.',
  value: '{{name}} {{value}}',
  soFar: '{{point}}, so far',
  noValue: '–',
  asTable: 'Show as table',
  series: 'Series in {{chart}}',
  empty: { title: 'No data to show', text: 'Choose another period, or check back after the next sync.' },
  range: { from: 'Start of the range', to: 'End of the range', all: 'Show all', shown: '{{from}} to {{to}}' },
} as const
