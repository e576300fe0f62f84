// A change of criteria in English, as parts of which the values are set in bold.
import type { Criteria, Leaf } from '../criteria.ts'
import { dayInWords } from '../days.ts'
import { customFieldOf, fieldLabel } from '../fields.ts'
import { conditionOf, valueWords, type Segment } from '../sentence/sentence.ts'
import { recordWords, typeOfDataLabels, writeReference, type Names } from '../sentence/words.ts'
import type { Change } from './changes.ts'

const plain = (text: string): Segment => ({ text, isValue: false })
const bold = (text: string): Segment => ({ text, isValue: true })

const leafLabels: Record<Leaf['field'], string> = {
  tag: 'Tag',
  source_field: 'Source',
  pipeline: 'Pipeline',
  stage: 'Stage',
  list: 'List',
  owner: 'Owner',
  integration: 'Synced source',
  record_id: 'Record',
  created_since: 'Created',
}

/** lead_source as Lead source. */
const nameLabel = (name: string): string => {
  const words = name.replaceAll(/[_\s]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What a condition is about, as a label. */
const conditionLabel = ({ field, name }: Leaf): string =>
  field === 'source_field' && name !== undefined ? nameLabel(name) : leafLabels[field]

const addedWords: Partial<Record<Leaf['op'], string>> = {
  in: ' may also be ',
  has_any: ' may also be ',
  has_all: ' must also be ',
  has_none: ' must not be ',
  not_in: ' must not be ',
  contains: ' contains ',
  '>=': ' on or after ',
  '<=': ' on or before ',
}

const removedWords: Partial<Record<Leaf['op'], string>> = {
  has_none: ' must not be ',
  not_in: ' must not be ',
  contains: ' contains ',
  '>=': ' on or after ',
  '<=': ' on or before ',
}

const valueText = (change: Extract<Change, { what: 'value' }>, names: Names): Segment[] => {
  const { kind, leaf, value } = change
  const words = (kind === 'added' ? addedWords : removedWords)[leaf.op] ?? ' '
  return [plain(`${conditionLabel(leaf)}${words}`), bold(valueWords(leaf, value, names))]
}

const conditionText = (change: Extract<Change, { what: 'condition' }>, names: Names): Segment[] => {
  const only = change.joined === 'all' ? 'Only people ' : 'Also people '
  return [plain(change.kind === 'added' ? only : 'People '), ...conditionOf(change.filter, names)]
}

const fieldText = (field: string): Segment[] => [
  plain(customFieldOf(field)?.of === 'opportunity' ? 'Opportunity field ' : 'Field '),
  bold(fieldLabel(field)),
]

const matchLabels: Record<Criteria['match_on'], string> = {
  contact: 'contacts',
  opportunity: 'opportunities',
  contact_or_opportunity: 'contacts and opportunities',
}

const permissionTexts = {
  allow_audiences: { added: 'Ad audiences now allowed', removed: 'Ad audiences allowed' },
  allow_export: { added: 'Exports now allowed', removed: 'Exports allowed' },
} as const

type SettingChange = Extract<Change, { kind: 'changed' }>
type Texts = { [W in SettingChange['what']]: (to: Extract<SettingChange, { what: W }>['to'], names: Names) => Segment[] }

const settingTexts: Texts = {
  integration_id: (to, names) => [plain('Source is now '), bold(writeReference(names, 'integration', to))],
  sub_account: (to) => (to === null ? [plain('All accounts of the source')] : [plain('Only account '), bold(to)]),
  match_on: (to) => [plain('Now matched by '), bold(matchLabels[to])],
  since: (to) => (to === null ? [plain('Created at any time')] : [plain('Created since '), bold(dayInWords(to))]),
  future_only: (to) => [
    plain(to ? 'Only records created after the agency accepts' : 'Also records created before the agency accepts'),
  ],
  type_of_data: (to) => [plain('Type of data is now '), bold(typeOfDataLabels[to])],
  purpose: (to) => [plain('Purpose is now '), bold(to)],
  on_leave: (to) => [
    plain(
      to === 'remove' ? 'People who no longer match are removed' : 'Outcomes of people who no longer match stay, without names',
    ),
  ],
}

/** Such as "Source may also be Partner", "Field Roof type" or "Exports now allowed". What was removed is told as it was. */
export const changeText = (change: Change, names: Names): Segment[] => {
  switch (change.what) {
    case 'value':
      return valueText(change, names)
    case 'condition':
      return conditionText(change, names)
    case 'field':
      return fieldText(change.field)
    case 'record_type':
      return [plain('Records '), bold(recordWords[change.recordType])]
    case 'allow_audiences':
    case 'allow_export':
      return [plain(permissionTexts[change.what][change.kind])]
    default: {
      const write = settingTexts[change.what] as (to: SettingChange['to'], names: Names) => Segment[]
      return write(change.to, names)
    }
  }
}
