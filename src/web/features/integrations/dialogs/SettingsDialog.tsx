import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import { useIntegrationModel, useUpdateIntegration } from '#web/data/integrations/connect.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { useEvery } from '../words.ts'
import styles from './dialogs.module.css'

interface SettingsDialogProps {
  source: Integration
  onClose: () => void
}

const intervals = [5, 15, 30, 60, 180, 360, 720, 1_440, 10_080]
const nameMax = 50
const never = 'never'

const useSettingsForm = ({ source, onClose }: SettingsDialogProps) => {
  const { t } = useTranslation('syncs')
  const update = useUpdateIntegration()
  return useForm({
    initial: { name: source.name, interval: source.syncing ? String(source.interval_minutes) : never },
    rules: {
      name: (value) => {
        if (value.trim() === '') return t('settings.nameMissing')
        return value.trim().length > nameMax ? t('settings.nameLong') : undefined
      },
    },
    submit: async ({ name, interval }) => {
      const pace = interval === never ? { syncing: false } : { syncing: true, interval_minutes: Number(interval) }
      const saved = await update.mutateAsync({ id: source.id, version: source.version, name: name.trim(), ...pace })
      void showToast('success', t('settings.done', { name: saved.name }))
      onClose()
    },
    explain: useErrorText(),
    fieldOf: (error) => (error instanceof ApiError && error.field === 'name' ? 'name' : undefined),
  })
}

/** What the source is connected to, and whether we have access to it. */
const AccountDetails = ({ id }: { id: string }) => {
  const { t } = useTranslation('syncs')
  const { data: model } = useIntegrationModel(id)
  const facts = [
    { name: 'url', value: model?.url },
    { name: 'accountId', value: model?.hub_id },
    { name: 'access', value: model && t(model.connected ? 'settings.connection.held' : 'settings.connection.none') },
  ] as const
  return (
    <section aria-label={t('settings.connection.title')} aria-busy={!model}>
      <h3 className="small medium">{t('settings.connection.title')}</h3>
      <dl className={styles.connection}>
        {facts.map(
          ({ name, value }) =>
            value && (
              <div key={name}>
                <dt className="small dim">{t(`settings.connection.${name}`)}</dt>
                <dd className="small">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

/** The name of a source, and how often it syncs. */
export const SettingsDialog = (props: SettingsDialogProps) => {
  const { source, onClose } = props
  const { t } = useTranslation('syncs')
  const every = useEvery()
  const form = useSettingsForm(props)
  const offered = [...new Set([...intervals, source.interval_minutes])].toSorted((one, other) => one - other)
  return (
    <FormDialog title={t('settings.title')} action={t('settings.action')} form={form} onClose={onClose}>
      <TextInput {...form.field('name')} label={t('settings.name')} autoComplete="off" maxLength={nameMax} />
      <NativeSelect
        label={t('settings.interval')}
        description={t('settings.intervalHelp', { provider: source.vendor })}
        name="interval"
        value={form.values.interval}
        data={[
          ...offered.map((minutes) => ({ value: String(minutes), label: t('everyTime', { every: every(minutes) }) })),
          { value: never, label: t('settings.never') },
        ]}
        onChange={(event) => form.set('interval', event.currentTarget.value)}
      />
      <AccountDetails id={source.id} />
    </FormDialog>
  )
}
