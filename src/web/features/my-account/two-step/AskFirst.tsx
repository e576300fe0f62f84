import { SegmentedControl } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { withPreferred, type AnyMfaMethod, type MfaState } from '#web/data/account/mfa.ts'
import { useChangeMfa } from '#web/data/account/security.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { Note } from '#web/ui/Note.tsx'
import styles from '../Block.module.css'
import { Item } from '../Item.tsx'

type Choice = AnyMfaMethod | 'none'

const methodOf = (choice: Choice): AnyMfaMethod | undefined => (choice === 'none' ? undefined : choice)

/** The choice of the method that sign-in asks for first. */
export const AskFirst = ({ state }: { state: MfaState }) => {
  const { t } = useTranslation('account')
  const textOf = useErrorText()
  const change = useChangeMfa()
  const choices: Choice[] = [...state.enabled, 'none']
  const chosen = state.enabled.find((method) => change.variables?.[method] === 'PREFERRED')
  const choose = (choice: Choice) =>
    change.mutate(withPreferred(state, methodOf(choice)), {
      onSuccess: () => void showToast('success', t(`twoStep.firstChanged.${choice}`)),
    })
  return (
    <Item icon={<IconArrowsSort size={20} stroke={1.75} />} name={t('twoStep.first')} detail={t('twoStep.firstText')}>
      <SegmentedControl
        fullWidth
        aria-label={t('twoStep.first')}
        value={(change.isPending ? chosen : state.preferred) ?? 'none'}
        readOnly={change.isPending}
        data={choices.map((value) => ({ value, label: t(`twoStep.firstChoices.${value}`) }))}
        onChange={choose}
      />
      {change.isError && (
        <div className={styles.after}>
          <Note kind="bad">{textOf(change.error)}</Note>
        </div>
      )}
    </Item>
  )
}
