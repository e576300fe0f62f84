import { Button } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import { Logo } from '../Logo.tsx'
import { useAbilities, useEvery } from '../words.ts'
import styles from './ConnectDrawer.module.css'
import { ManifestField } from './ManifestField.tsx'
import { SandboxNote } from './SandboxNote.tsx'
import { useConnectForm } from './use-connect-form.ts'

interface ConnectDrawerProps {
  connector: ConnectorManifest
  /** The source to reconnect; undefined connects a new one. */
  again: Integration | undefined
  onClose: () => void
}

const SyncedData = ({ connector }: { connector: ConnectorManifest }) => {
  const { t } = useTranslation('syncs')
  const every = useEvery()
  const abilities = useAbilities()(connector)
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>{t('drawer.reads')}</h3>
      <ul className={styles.reads}>
        {abilities.map((ability) => (
          <li key={ability}>
            <IconCheck size={14} stroke={2.2} aria-hidden />
            {ability}
          </li>
        ))}
      </ul>
      <p className="small dim">
        {t('drawer.readsOnly', { provider: connector.name })} {connector.auth === 'key' && `${t('drawer.noScopes')} `}
        {t('drawer.interval', { every: every(connector.intervalMinutes) })}
      </p>
    </section>
  )
}

const Permissions = ({ connector: { name, permissions } }: { connector: ConnectorManifest }) => {
  const { t } = useTranslation('syncs')
  if (permissions.length === 0) return null
  return (
    <section className={styles.block}>
      <h3 className={styles.heading}>{t('drawer.scopes', { provider: name })}</h3>
      <ul className={styles.scopes}>
        {permissions.map((words) => (
          <li key={words}>
            <IconLock size={13} stroke={1.75} aria-hidden />
            {words}
          </li>
        ))}
      </ul>
    </section>
  )
}

const useSubmitText = ({ connector, again }: ConnectDrawerProps) => {
  const { t } = useTranslation('syncs')
  if (connector.auth === 'oauth') return t('drawer.next', { provider: connector.name })
  return t(again ? 'drawer.connectAgain' : 'drawer.connect')
}

/** The connect flow: what will be synced, the required fields, and then the vendor's page. Rendered from the manifest alone. */
export const ConnectDrawer = (props: ConnectDrawerProps) => {
  const { connector, again, onClose } = props
  const { t } = useTranslation(['syncs', 'app'])
  const form = useConnectForm(connector, again)
  const submit = useSubmitText(props)
  const { name: provider, fields, isSandbox, isAvailable } = connector
  const isAboutAField = Object.keys(form.errors).length > 0
  return (
    <Sheet
      title={again ? t('drawer.titleAgain', { name: again.name }) : t('drawer.title', { provider })}
      mark={<Logo type={connector.type} name={provider} size={40} />}
      closeLabel={t('drawer.close')}
      busy={form.busy}
      onClose={onClose}
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <div className={styles.body}>
          {again && (
            <Note kind="info">{again.account ? t('drawer.again', { account: again.account }) : t('drawer.againAnywhere')}</Note>
          )}
          {!isAvailable && <Note kind="wait">{t('drawer.notSetUp', { provider })}</Note>}
          {isSandbox && <SandboxNote provider={provider} />}
          {fields.length > 0 && (
            <section className={styles.block} aria-label={t('drawer.fields')}>
              {fields.map((field) => (
                <ManifestField key={field.name} field={field} form={form} />
              ))}
            </section>
          )}
          <SyncedData connector={connector} />
          <Permissions connector={connector} />
        </div>
        <div className={styles.foot}>
          {form.failure && !isAboutAField && (
            <Note kind="bad">
              <span className="medium">{t('failed')}</span> {form.failure}
            </Note>
          )}
          <div className={styles.buttons}>
            <Button variant="default" disabled={form.busy} onClick={onClose}>
              {t('app:cancel')}
            </Button>
            <BusyButton type="submit" busy={form.busy}>
              {submit}
            </BusyButton>
          </div>
        </div>
      </form>
    </Sheet>
  )
}
