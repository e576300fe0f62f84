import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import { useChooseGhostFile } from '#web/data/connections/ghost-companies.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import styles from '../ghost.module.css'

/** After a consent without an address: every refusal is about the address. */
export const FilePanel = ({ company: { id, company_name: name } }: { company: GhostCompany }) => {
  const { t } = useTranslation('ghosts')
  const choose = useChooseGhostFile()
  const form = useForm({
    initial: { url: '' },
    rules: { url: (text) => (text.trim() === '' ? t('file.missing') : undefined) },
    submit: async ({ url }) => {
      await choose.mutateAsync({ id, url: url.trim() })
      void showToast('success', t('file.done'))
    },
    explain: useErrorText(),
    fieldOf: () => 'url',
  })
  return (
    <Panel title={t('file.title')}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <p className="small ink-2">{t('file.text', { name })}</p>
        <TextInput
          {...form.field('url')}
          label={t('file.url')}
          placeholder={t('connect.urlPlaceholder')}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4000}
        />
        <div>
          <BusyButton type="submit" busy={form.busy}>
            {t('file.action')}
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}
