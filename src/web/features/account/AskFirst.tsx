import { SegmentedControl } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askedFirst, type MfaMethod } from '#web/data/mfa.ts'
import { useChangeMfa } from '#web/data/security.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { Item } from './Item.tsx'

const methods = ['totp', 'email'] as const

/** Which of two methods a sign-in begins with. */
export const AskFirst = ({ preferred }: { preferred: MfaMethod | undefined }) => {
  const { t } = useTranslation('account')
  const textOf = useErrorText()
  const change = useChangeMfa()
  const chosen = methods.find((method) => change.isPending && change.variables[method] === 'PREFERRED') ?? preferred
  const choose = (method: MfaMethod) =>
    change.mutate(askedFirst(method), {
      onSuccess: () => void showToast('success', t(`twoStep.firstChanged.${method}`)),
      onError: (error) => void showToast('error', textOf(error)),
    })
  return (
    <Item
      icon={<IconArrowsSort size={20} stroke={1.75} />}
      name={t('twoStep.first')}
      detail={t('twoStep.firstText')}
      action={
        <SegmentedControl
          aria-label={t('twoStep.first')}
          value={chosen ?? ''}
          readOnly={change.isPending}
          data={methods.map((value) => ({ value, label: t(`twoStep.firstChoices.${value}`) }))}
          onChange={(value) => choose(value as MfaMethod)}
        />
      }
    />
  )
}
