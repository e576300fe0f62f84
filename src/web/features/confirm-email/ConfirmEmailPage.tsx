import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLinkOff, IconMail, IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '#web/lib/forms/use-form.ts'
import { addTranslations } from '#web/lib/i18n.ts'
import { confirmEmailMessages } from '#web/messages/en-confirm-email.ts'
import { signInAddress } from '#contract/kit/pages.ts'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { confirmBy, readLink, type Outcome } from './confirm.ts'
import styles from './ConfirmEmailPage.module.css'

addTranslations('confirmEmail', confirmEmailMessages)

const look = { size: 22, stroke: 1.75 }

/** Outcomes after which the user can try again; any other outcome replaces the form. */
const retryable = ['wrongPassword', 'tooMany', 'failed'] as const
type Retryable = (typeof retryable)[number]
type End = Exclude<Outcome, Retryable> | 'incomplete'

class NotConfirmed extends Error {
  readonly why: Retryable

  constructor(why: Retryable) {
    super(why)
    this.why = why
  }
}

const isRetryable = (outcome: Outcome): outcome is Retryable => retryable.some((known) => known === outcome)
const whyOf = (error: unknown): Retryable => (error instanceof NotConfirmed ? error.why : 'failed')

const useConfirming = () => {
  const { t } = useTranslation(['confirmEmail', 'gate'])
  const [link] = useState(() => readLink(location.hash))
  const [end, setEnd] = useState<End | null>(link ? null : 'incomplete')
  const form = useForm({
    initial: { password: '' },
    rules: { password: (value) => (value === '' ? t('gate:validation.passwordMissing') : undefined) },
    submit: async ({ password }) => {
      if (!link) return
      const outcome = await confirmBy(link, password)
      if (isRetryable(outcome)) throw new NotConfirmed(outcome)
      setEnd(outcome)
    },
    explain: (error) => t(`refused.${whyOf(error)}`),
    fieldOf: (error) => (whyOf(error) === 'wrongPassword' ? 'password' : undefined),
    mainField: 'password',
  })
  return { end, form }
}

type Form = ReturnType<typeof useConfirming>['form']

const Question = ({ form }: { form: Form }) => {
  const { t } = useTranslation(['confirmEmail', 'gate'])
  return (
    <EmptyState fullScreen heading="h1" icon={<IconMail {...look} />} title={t('ask.title')} text={t('ask.text')}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        {form.failure && Object.keys(form.errors).length === 0 && <Note kind="bad">{form.failure}</Note>}
        <PasswordField {...form.field('password')} label={t('gate:fields.password')} autoComplete="current-password" />
        <Button type="submit" size="lg" fullWidth loading={form.busy}>
          {t('confirm')}
        </Button>
      </form>
    </EmptyState>
  )
}

const isGood = (end: End): boolean => end === 'confirmed' || end === 'used'

const Ending = ({ end }: { end: End }) => {
  const { t } = useTranslation('confirmEmail')
  return (
    <EmptyState
      fullScreen
      heading="h1"
      icon={isGood(end) ? <IconMailCheck {...look} /> : <IconLinkOff {...look} />}
      title={t(`${end}.title`)}
      text={t(`${end}.text`)}
      actions={
        <Button size="lg" variant={end === 'confirmed' ? 'default' : 'filled'} component="a" href={signInAddress}>
          {t(end === 'signedIn' ? 'home' : 'signIn')}
        </Button>
      }
    />
  )
}

/** The page behind the link of the confirmation email, for signed-in and signed-out users. */
export const ConfirmEmailPage = () => {
  const { t } = useTranslation(['confirmEmail', 'gate'])
  const { end, form } = useConfirming()
  useDocumentTitle(`${t(`${end ?? 'ask'}.title`)} · ${t('gate:product')}`)
  return <div aria-live="polite">{end ? <Ending end={end} /> : <Question form={form} />}</div>
}
