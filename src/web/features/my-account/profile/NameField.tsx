import { TextInput, type TextInputProps } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import styles from './ProfileForm.module.css'

interface NameFieldProps extends TextInputProps {
  value: string
}

/** Counts as the rule does: characters as people see them, without space around them. */
export const NameField = ({ value, ...field }: NameFieldProps) => (
  <TextInput
    {...field}
    value={value}
    rightSectionWidth={64}
    rightSectionPointerEvents="none"
    rightSection={
      <span className={styles.count} aria-hidden>
        {[...value.normalize('NFC').trim()].length} / {limits.nameMax}
      </span>
    }
  />
)
