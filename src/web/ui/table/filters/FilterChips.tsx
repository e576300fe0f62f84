import { Button, Menu, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exactTime } from '#web/lib/time/dates.ts'
import styles from './FilterChips.module.css'
import type { Filter } from './filter.ts'
import { FilterEditor } from './FilterEditor.tsx'

interface FilterChipsProps {
  filters: readonly Filter[]
  onChange: (name: string, value: string | undefined) => void
}

const wordsOf = ({ value = '', options, isTime, words }: Filter) => {
  if (isTime) return exactTime(value)
  return options?.find((option) => option.value === value)?.label ?? words ?? value
}

const Options = ({ filter, onPick }: { filter: Filter; onPick: (value: string) => void }) => {
  const list = useRef<HTMLDivElement>(null)
  // When this list replaces another one, the item that had the focus no longer exists.
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), [])
  return (
    <div ref={list} className={styles.options}>
      <Menu.Label>{filter.title}</Menu.Label>
      {filter.options?.map(({ value, label }) => (
        <Menu.Item key={value} onClick={() => onPick(value)}>
          {label}
        </Menu.Item>
      ))}
    </div>
  )
}

interface ChipProps {
  filter: Filter
  onChange: (value: string | undefined) => void
  onEdit: () => void
}

const Chip = ({ filter, onChange, onEdit }: ChipProps) => {
  const { t } = useTranslation('app')
  const words = (
    <UnstyledButton className={styles.words} {...(filter.options ? {} : { onClick: onEdit })}>
      {filter.title} {!filter.isTime && t('filters.is')} <span className={styles.value}>{wordsOf(filter)}</span>
    </UnstyledButton>
  )
  return (
    <span className={styles.chip}>
      {filter.options ? (
        <Menu position="bottom-start" width={208} withInitialFocusPlaceholder={false}>
          <Menu.Target>{words}</Menu.Target>
          <Menu.Dropdown>
            <Options filter={filter} onPick={onChange} />
          </Menu.Dropdown>
        </Menu>
      ) : (
        words
      )}
      <UnstyledButton
        className={styles.remove}
        aria-label={t('filters.remove', { filter: filter.title })}
        onClick={() => onChange(undefined)}
      >
        <IconX size={14} aria-hidden />
      </UnstyledButton>
    </span>
  )
}

interface AddFilterProps extends FilterChipsProps {
  onEdit: (name: string) => void
}

const AddFilter = ({ filters, onChange, onEdit }: AddFilterProps) => {
  const { t } = useTranslation('app')
  const [chosen, setChosen] = useState<string>()
  const filter = filters.find(({ name }) => name === chosen)
  return (
    <Menu position="bottom-start" width={208} withInitialFocusPlaceholder={false} onClose={() => setChosen(undefined)}>
      <Menu.Target>
        <Button variant="default" className={styles.add ?? ''} leftSection={<IconPlus size={14} aria-hidden />}>
          {t('filters.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {filter ? (
          <Options filter={filter} onPick={(value) => onChange(filter.name, value)} />
        ) : (
          filters.map(({ name, title, options }) => (
            <Menu.Item key={name} closeMenuOnClick={!options} onClick={() => (options ? setChosen(name) : onEdit(name))}>
              {title}
            </Menu.Item>
          ))
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The filters in use as chips, and a button for the others. Chosen values come from a menu; texts and times are typed in place. */
export const FilterChips = ({ filters, onChange }: FilterChipsProps) => {
  const [edited, setEdited] = useState<string>()
  const chips = useRef<HTMLDivElement>(null)
  const unused = filters.filter(({ name, value }) => value === undefined && name !== edited)
  const change = (name: string, value: string | undefined) => {
    setEdited(undefined)
    onChange(name, value)
    // The element that had the focus may be removed by the change; then the last button takes the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) [...(chips.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
    })
  }
  return (
    <div ref={chips} className={styles.chips}>
      {filters.map((filter) =>
        filter.name === edited ? (
          <FilterEditor
            key={filter.name}
            filter={filter}
            onApply={(value) => change(filter.name, value)}
            onCancel={() => change(filter.name, filter.value)}
          />
        ) : (
          filter.value !== undefined && (
            <Chip
              key={filter.name}
              filter={filter}
              onChange={(value) => change(filter.name, value)}
              onEdit={() => setEdited(filter.name)}
            />
          )
        ),
      )}
      {unused.length > 0 && <AddFilter filters={unused} onChange={change} onEdit={setEdited} />}
    </div>
  )
}
