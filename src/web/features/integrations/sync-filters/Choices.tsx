import { Checkbox, TextInput } from '@mantine/core'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { folded, isChosen, isOption, offered, toggled, type Option } from './draft.ts'
import styles from './sync-filters.module.css'

interface ChoicesProps {
  name: string
  legend: string
  /** Explains what an empty selection means. */
  hint: string
  known: readonly Option[]
  words: readonly string[]
  onChange: (words: string[]) => void
  /** The label of the search field. */
  find: string
  /** Whether the user may add an option that is not in the list. */
  isOpen?: boolean
  unknown: (word: string) => Option
}

const longList = 8
const fewOptions = 3
const shownMost = 100
const wordMax = 200

const Label = ({ label, note }: Option) => (
  <>
    {label} {note && <span className={styles.note}>{note}</span>}
  </>
)

const useFinding = ({ known, words, onChange, isOpen, unknown }: ChoicesProps) => {
  const [text, setText] = useState('')
  // The options that were chosen when the form opened stay at the top, so that nothing moves while the user chooses.
  const [first] = useState(words)
  const added = words.filter((word) => !first.includes(word))
  const options = offered(known, first, unknown)
  const own = added.filter((word) => !options.some((option) => isOption(option, word)))
  const all: Option[] = [...own.map((word) => ({ value: word, label: word })), ...options]
  const found = all.filter(({ label }) => folded(label).includes(folded(text)))
  const typed = text.trim()
  const canAdd = isOpen && typed !== '' && !all.some((option) => isOption(option, typed))
  const choose = (option: Option) => onChange(toggled(words, option))
  const add = () => {
    onChange([...words, typed])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === '' || event.nativeEvent.isComposing) return
    // Enter would submit the form.
    event.preventDefault()
    const [only] = found
    if (canAdd) add()
    else if (only && found.length === 1) choose(only)
  }
  return { text, setText, all, found, typed, canAdd, choose, add, onKeyDown }
}

interface OptionsProps {
  finding: ReturnType<typeof useFinding>
  words: readonly string[]
}

const Options = ({ finding: { all, found, choose }, words }: OptionsProps) => {
  const { t } = useTranslation('syncs')
  const more = found.length - shownMost
  if (found.length === 0) return null
  return (
    <div className={styles.options} data-few={all.length <= fewOptions || undefined}>
      {found.slice(0, shownMost).map((option) => (
        <Checkbox
          key={option.value}
          size="xs"
          label={<Label {...option} />}
          checked={isChosen(option, words)}
          onChange={() => choose(option)}
        />
      ))}
      {more > 0 && <p className={styles.hint}>{t('reads.more', { count: more, n: formatNumber(more) })}</p>}
    </div>
  )
}

/** Checkboxes with a search field, which can also add a new option if `isOpen`. */
export const Choices = (props: ChoicesProps) => {
  const { name, legend, hint, words, find, isOpen = false } = props
  const { t } = useTranslation('syncs')
  const id = useId()
  const finding = useFinding(props)
  const { text, setText, all, found, typed, canAdd, add, onKeyDown } = finding
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-hint`}>
      <legend>{legend}</legend>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
      {(isOpen || all.length > longList) && (
        <TextInput
          name={name}
          aria-label={find}
          placeholder={find}
          value={text}
          maxLength={wordMax}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      )}
      <Options finding={finding} words={words} />
      {canAdd && (
        <button type="button" className={`link-button ${styles.add}`} onClick={add}>
          {t('reads.add', { word: typed })}
        </button>
      )}
      {found.length === 0 && typed !== '' && !canAdd && <p className={styles.hint}>{t('reads.nothingFound')}</p>}
    </fieldset>
  )
}
