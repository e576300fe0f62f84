import { SegmentedControl } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askedFirst, type MfaMethod } from '#web/data/mfa.ts'
import { useChangeMfa } from '#web/data/security.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { Item } from './Item.tsx'

const choices = ['totp', 'email', 'none'] as const
type Choice = (typeof choices)[number]

const methodOf = (choice: Choice): MfaMethod | undefined => (choice === 'none' ? undefined : choice)

/** Which of two methods a sign-in begins with. */
export const AskFirst = ({ preferred }: { preferred: MfaMethod | undefined }) => {
  const { t } = useTranslation('account')
  const textOf = useErrorText()
  const change = useChangeMfa()
  const wanted = choices.find((choice) => choice !== 'none' && change.variables?.[choice] === 'PREFERRED') ?? 'none'
  const choose = (choice: Choice) =>
    change.mutate(askedFirst(methodOf(choice)), {
      onSuccess: () => void showToast('success', t(`twoStep.firstChanged.${choice}`)),
      onError: (error) => void showToast('error', textOf(error)),
    })
  return (
    <Item icon={<IconArrowsSort size={20} stroke={1.75} />} name={t('twoStep.first')} detail={t('twoStep.firstText')}>
      <SegmentedControl
        fullWidth
        aria-label={t('twoStep.first')}
        value={change.isPending ? wanted : (preferred ?? 'none')}
        readOnly={change.isPending}
        data={choices.map((value) => ({ value, label: t(`twoStep.firstChoices.${value}`) }))}
        onChange={choose}
      />
    </Item>
  )
}
