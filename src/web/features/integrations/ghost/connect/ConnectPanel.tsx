import { Checkbox, TextInput } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GhostCompany } from '#contract/ghost-companies/companies.ts'
import { sheetType } from '#contract/ghost-companies/sheets.ts'
import { useConnectors } from '#web/data/integrations/connect.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SandboxNote } from '../../connect/SandboxNote.tsx'
import styles from '../ghost.module.css'
import { useConnectSheet } from './use-connect-sheet.ts'

const isAddress = (text: string) => URL.canParse(text) || URL.canParse(`https://${text}`)

const useConnectForm = ({ id, may_process: isConfirmed }: GhostCompany) => {
  const { t } = useTranslation('ghosts')
  const connect = useConnectSheet()
  return useForm({
    initial: { url: '', mayProcess: isConfirmed ? 'yes' : '' },
    rules: {
      url: (text) => (text.trim() === '' || isAddress(text.trim()) ? undefined : t('connect.notAnAddress')),
      mayProcess: (text) => (text === 'yes' ? undefined : t('connect.mustConfirm')),
    },
    submit: ({ url }) => {
      const address = url.trim()
      return connect({ id, ...(address === '' ? {} : { url: address }), ...(isConfirmed ? {} : { may_process: true as const }) })
    },
    explain: useErrorText(),
    // The server reads the address before the user goes to Google.
    fieldOf: (error) => (error instanceof ApiError && error.field?.split('.').at(-1) === 'url' ? 'url' : undefined),
  })
}

/** Sheets as this installation offers them. */
const useGoogle = () => useConnectors().data?.items.find(({ type }) => type === sheetType)

const VendorNote = () => {
  const { t } = useTranslation('syncs')
  const google = useGoogle()
  if (!google) return null
  if (!google.isAvailable) return <Note kind="wait">{t('drawer.notSetUp', { provider: google.name })}</Note>
  return google.isSandbox && <SandboxNote provider={google.name} />
}

/** What connecting a sheet means, and the way to Google. */
export const ConnectPanel = ({ company }: { company: GhostCompany }) => {
  const { t } = useTranslation('ghosts')
  const form = useConnectForm(company)
  const isAboutAField = Object.keys(form.errors).length > 0
  return (
    <Panel title={t('connect.title')}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <p className="small ink-2">{t('connect.text', { name: company.company_name })}</p>
        {company.status === 'connecting' && <Note kind="wait">{t('connect.waiting')}</Note>}
        <TextInput
          {...form.field('url')}
          label={t('connect.url')}
          description={t('connect.urlHint')}
          placeholder={t('connect.urlPlaceholder')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={4000}
        />
        {!company.may_process && (
          <Checkbox
            name="mayProcess"
            checked={form.values.mayProcess === 'yes'}
            error={form.errors.mayProcess}
            label={t('add.mayProcess')}
            description={t('add.mayProcessHint')}
            onChange={(event) => form.set('mayProcess', event.currentTarget.checked ? 'yes' : '')}
          />
        )}
        <VendorNote />
        {form.failure && !isAboutAField && <Note kind="bad">{form.failure}</Note>}
        <div>
          <BusyButton type="submit" busy={form.busy} leftSection={<IconBrandGoogle size={16} stroke={1.75} aria-hidden />}>
            {t('connect.action')}
          </BusyButton>
        </div>
      </form>
    </Panel>
  )
}
