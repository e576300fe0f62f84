import { Loader, UnstyledButton } from '@mantine/core'
import { IconArrowRight, type Icon } from '@tabler/icons-react'
import { useState } from 'react'
import { Note } from '#web/ui/Note.tsx'
import layout from '../layout/AuthLayout.module.css'
import { useAttempt } from '#web/lib/forms/use-attempt.ts'
import styles from './Choices.module.css'
import { useStep } from './use-step.ts'

interface Choice<T extends string> {
  value: T
  Icon: Icon
  title: string
  text: string
}

interface ChoicesProps<T extends string> {
  choices: Choice<T>[]
  onChoose: (value: T) => Promise<void>
}

const ChoiceButton = ({ choice, running, disabled, onClick }: ChoiceButtonProps) => (
  <UnstyledButton className={styles.choice} disabled={disabled} data-running={running || undefined} onClick={onClick}>
    <span className={styles.icon}>
      <choice.Icon size={18} stroke={1.75} aria-hidden />
    </span>
    <span className="grow">
      <span className={styles.title}>{choice.title}</span>
      <span className={styles.text}>{choice.text}</span>
    </span>
    <span className={styles.end}>{running ? <Loader /> : <IconArrowRight size={18} aria-hidden />}</span>
  </UnstyledButton>
)

interface ChoiceButtonProps {
  choice: Choice<string>
  running: boolean
  disabled: boolean
  onClick: () => void
}

/** A list of options; pressing one chooses it. */
export const Choices = <T extends string>({ choices, onChoose }: ChoicesProps<T>) => {
  const { explain } = useStep()
  const [chosen, setChosen] = useState<T | null>(null)
  const { failure, busy, attempt } = useAttempt(explain)
  const choose = (value: T) => {
    setChosen(value)
    void attempt(() => onChoose(value))
  }
  return (
    <div className={layout.form}>
      {failure && <Note kind="bad">{failure.text}</Note>}
      <div className={styles.choices}>
        {choices.map((choice) => (
          <ChoiceButton
            key={choice.value}
            choice={choice}
            running={busy && chosen === choice.value}
            disabled={busy}
            onClick={() => choose(choice.value)}
          />
        ))}
      </div>
    </div>
  )
}
