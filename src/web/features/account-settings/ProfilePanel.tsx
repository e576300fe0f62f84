import { Button, TextInput } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientRow } from '#contract/clients.ts'
import { dayOf } from '#web/lib/time/dates.ts'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import styles from './ClientPage.module.css'
import { CurrencySelect } from './CurrencySelect.tsx'
import { useClientForm } from './use-client-form.ts'

interface ProfileFormProps {
  client: ClientRow
  /** The form replaced one that was saved or discarded, and takes its focus. */
  isAgain: boolean
  onAgain: () => void
  onFollow: () => void
  onReload: () => void
}

type Form = ReturnType<typeof useClientForm>

const Failure = ({ form, onReload }: { form: Form; onReload: () => void }) => {
  const { t } = useTranslation('client')
  if (!form.failure || Object.keys(form.errors).length > 0) return null
  const reload = form.isConflict && (
    <Button variant="default" size="xs" onClick={onReload}>
      {t('profile.reload')}
    </Button>
  )
  return (
    <Note kind="bad" action={reload}>
      {form.failure}
    </Note>
  )
}

const useFocusAgain = (isAgain: boolean) => {
  const formRef = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAgain) formRef.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
  }, [isAgain])
  return formRef
}

const ProfileForm = ({ client, isAgain, onAgain, onFollow, onReload }: ProfileFormProps) => {
  const { t } = useTranslation(['client', 'app', 'gate'])
  const form = useClientForm(client, onAgain)
  const formRef = useFocusAgain(isAgain)
  // Another user saved while nothing was typed here: the form starts again from their values.
  const isLeftBehind = form.isOutdated && !form.isDirty && !form.busy
  useEffect(() => {
    if (isLeftBehind) onFollow()
  }, [isLeftBehind, onFollow])
  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={form.onSubmit} aria-label={t('profile.title')}>
      <Failure form={form} onReload={onReload} />
      <TextInput
        {...form.field('name')}
        label={t(client.type === 'AGENCY' ? 'gate:fields.agencyName' : 'gate:fields.companyName')}
        autoComplete="organization"
      />
      <TimeZoneSelect
        label={t('profile.timeZone')}
        description={t('profile.timeZoneHint')}
        value={form.values.timeZone}
        error={form.errors.timeZone}
        onChange={(zone) => form.set('timeZone', zone)}
      />
      <CurrencySelect
        value={form.values.currency}
        error={form.errors.currency}
        onChange={(currency) => form.set('currency', currency)}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={form.busy}>
          {t('profile.save')}
        </Button>
        {form.isDirty && (
          <Button variant="default" disabled={form.busy} onClick={onAgain}>
            {t('app:cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

export const ProfilePanel = ({ client, onRefetch }: { client: ClientRow; onRefetch: () => Promise<unknown> }) => {
  const { t } = useTranslation('client')
  const [round, setRound] = useState({ n: 0, isAgain: false })
  const again = useCallback(() => setRound(({ n }) => ({ n: n + 1, isAgain: true })), [])
  const follow = useCallback(() => setRound(({ n }) => ({ n: n + 1, isAgain: false })), [])
  return (
    <Panel title={t('profile.title')} note={t(`profile.facts.${client.type}`, { date: dayOf(client.createdAt) })}>
      <ProfileForm
        key={round.n}
        client={client}
        isAgain={round.isAgain}
        onAgain={again}
        onFollow={follow}
        onReload={() => void onRefetch().then(again)}
      />
    </Panel>
  )
}
