import './values-styles.ts'
import { MultiSelect, Pill, TagsInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { criteriaLimits } from '#contract/criteria/criteria.ts'
import type { SuggestedField, Suggestion } from '#contract/criteria/suggestions.ts'
import { useCriteriaValues } from '#web/data/connections/agreements.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { NewMark } from '../added/NewMark.tsx'
import type { Condition } from '../draft.ts'
import styles from '../criteria.module.css'

const typingPause = 250

interface ValuesFieldProps {
  condition: Condition
  n: number
  integrationId: string
  /** Those that the version in force does not have. */
  newValues: ReadonlySet<string>
  error: string | undefined
  onChange: (values: string[]) => void
}

/** The server searches. Without a search it lists the most frequent values, whose labels stay known. */
const useSuggestions = ({ condition: { field, name }, integrationId }: ValuesFieldProps) => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingPause)
  const [chosen, setChosen] = useState<Suggestion[]>([])
  const of = { integrationId, field: field as SuggestedField, name }
  const frequent = useCriteriaValues({ ...of, search: '' }).data?.items ?? []
  const items = useCriteriaValues({ ...of, search }).data?.items ?? []
  const known = new Map([...chosen, ...frequent, ...items].map((item) => [item.value, item]))
  return {
    items,
    setSearch: setTyped,
    labelOf: (value: string) => known.get(value)?.label ?? value,
    countOf: (value: string) => known.get(value)?.count,
    remember: (values: readonly string[]) => setChosen(values.flatMap((value) => known.get(value) ?? [])),
  }
}

const Option = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    <span className="grow truncate">{label}</span>
    {count !== undefined && <span className="caption dim numeric">{formatNumber(count)}</span>}
  </>
)

interface ValuePillProps {
  label: string
  isNew: boolean
  /** Takes the focus when the keyboard removes the value. */
  input: RefObject<HTMLInputElement | null>
  onRemove: (() => void) | undefined
}

const ValuePill = ({ label, isNew, input, onRemove }: ValuePillProps) => {
  const { t } = useTranslation('criteria')
  return (
    <Pill
      withRemoveButton
      mod={{ new: isNew }}
      {...(onRemove ? { onRemove } : {})}
      removeButtonProps={{
        'aria-label': t(isNew ? 'who.removeNewValue' : 'who.removeValue', { value: label }),
        'aria-hidden': false,
        tabIndex: 0,
        onClick: ({ currentTarget }) => {
          if (currentTarget === document.activeElement) input.current?.focus()
        },
      }}
    >
      {label} {isNew && <NewMark />}
    </Pill>
  )
}

/** Opens by click, by typing and by arrow keys. A field that only gets the focus, because of its problem, stays closed: the list would cover the problem. */
const useDropdown = () => {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return {
    open,
    openOnFocus: false,
    dropdownOpened: isOpen,
    onDropdownOpen: open,
    onDropdownClose: () => setIsOpen(false),
    wrapperProps: {
      onClick: ({ target }: MouseEvent) => {
        if (target instanceof Element && target.closest('button') === null) open()
      },
    },
  }
}

/** Texts of the CRM: also those that no contact has yet. */
const TextValues = (props: ValuesFieldProps) => {
  const { t } = useTranslation('criteria')
  const { condition, n, newValues, error, onChange } = props
  const { items, setSearch, countOf } = useSuggestions(props)
  const { open, ...dropdown } = useDropdown()
  const input = useRef<HTMLInputElement>(null)
  return (
    <TagsInput
      ref={input}
      aria-label={t('who.values', { n })}
      placeholder={condition.values.length === 0 ? t('who.placeholder') : ''}
      data={items.map(({ value }) => value)}
      value={condition.values}
      error={error}
      maxTags={criteriaLimits.values}
      filter={({ options }) => options.filter((option) => !('value' in option && condition.values.includes(option.value)))}
      maxDropdownHeight={264}
      renderPill={({ option: { value }, onRemove }) => (
        <ValuePill label={String(value)} isNew={newValues.has(String(value))} input={input} onRemove={onRemove} />
      )}
      renderOption={({ option }) => <Option label={option.value} count={countOf(option.value)} />}
      onSearchChange={(text) => {
        setSearch(text)
        if (text !== '') open()
      }}
      onChange={onChange}
      {...dropdown}
    />
  )
}

/** Things of the CRM with a name: pipelines, stages, lists and owners. */
const NamedValues = (props: ValuesFieldProps) => {
  const { t } = useTranslation('criteria')
  const { condition, n, newValues, error, onChange } = props
  const { items, setSearch, labelOf, countOf, remember } = useSuggestions(props)
  const input = useRef<HTMLInputElement>(null)
  const values = [...new Set([...items.map(({ value }) => value), ...condition.values])]
  return (
    <MultiSelect
      ref={input}
      aria-label={t('who.values', { n })}
      placeholder={condition.values.length === 0 ? t('who.choose') : ''}
      data={values.map((value) => ({ value, label: labelOf(value) }))}
      value={condition.values}
      error={error}
      searchable
      openOnFocus={false}
      maxValues={criteriaLimits.values}
      filter={({ options }) => options.filter((option) => 'value' in option && items.some(({ value }) => value === option.value))}
      maxDropdownHeight={264}
      hidePickedOptions
      nothingFoundMessage={t('who.nothing')}
      renderPill={({ value, onRemove }) => (
        <ValuePill label={labelOf(String(value))} isNew={newValues.has(String(value))} input={input} onRemove={onRemove} />
      )}
      renderOption={({ option }) => <Option label={option.label} count={countOf(option.value)} />}
      onSearchChange={setSearch}
      onChange={(next) => {
        remember(next)
        onChange(next)
      }}
    />
  )
}

const OneValue = ({ condition: { field, values }, n, error, onChange }: ValuesFieldProps) => {
  const { t } = useTranslation('criteria')
  return (
    <TextInput
      aria-label={t('who.value', { n })}
      type={field === 'created_since' ? 'date' : 'text'}
      className={styles.value ?? ''}
      maxLength={criteriaLimits.valueMax}
      value={values[0] ?? ''}
      error={error}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? [] : [value])}
    />
  )
}

/** What a condition compares with; nothing for operators that need no value. */
export const ValuesField = (props: ValuesFieldProps) => {
  const { field, op } = props.condition
  if (op === 'is_set' || op === 'is_not_set') return null
  if (field === 'created_since' || op === 'contains') return <OneValue {...props} />
  return field === 'tag' || field === 'source_field' ? <TextValues {...props} /> : <NamedValues {...props} />
}
