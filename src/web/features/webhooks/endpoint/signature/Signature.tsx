import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useRequireSignature } from '#web/data/webhooks/endpoints.ts'
import { useMay } from '#web/lib/may.ts'
import { useAct } from '#web/lib/use-act.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Toggle } from '#web/ui/fields/Toggle.tsx'
import { Note } from '#web/ui/Note.tsx'
import styles from '../endpoint.module.css'
import { SignatureQuestion, type SignatureAsked } from './SignatureQuestion.tsx'

/** A secret that was just made: only sealed afterwards, so it is shown only now. */
const NewSecret = ({ secret, onHide }: { secret: string; onHide: () => void }) => {
  const { t } = useTranslation('webhooks')
  return (
    <>
      <div className={styles.url} data-made>
        <span className="caption dim">{t('signature.secret')}</span>
        <code className="grow">{secret}</code>
        <CopyButton text={secret} words={t('signature.copy', { returnObjects: true })} />
      </div>
      <Note
        kind="wait"
        action={
          <Button variant="default" size="xs" onClick={onHide}>
            {t('signature.hide')}
          </Button>
        }
      >
        {t('signature.made')}
      </Note>
    </>
  )
}

export const Signature = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { t } = useTranslation('webhooks')
  const label = useId()
  const mayChange = useMay()('webhooks', 'w')
  const change = useRequireSignature()
  const { act, isBusy } = useAct()
  const [asked, setAsked] = useState<SignatureAsked>()
  const [secret, setSecret] = useState<string>()
  const { id, version, signs, requires_signature: isRequired } = endpoint
  const accept = () => void act(() => change.mutateAsync({ id, version, requires_signature: false }), t('signature.optional'))
  return (
    <div className={styles.signature}>
      <div className={styles.signatureRow}>
        <div className="grow">
          <div className="small medium" id={label}>
            {t('signature.title')}
          </div>
          <p className="caption dim" id={`${label}-text`}>
            {t(signs && !isRequired ? 'signature.ready' : 'signature.text')}
          </p>
        </div>
        {signs && mayChange && (
          <Button variant="default" size="xs" onClick={() => setAsked('again')}>
            {t('signature.again')}
          </Button>
        )}
        <Toggle
          isOn={isRequired}
          disabled={!mayChange || isBusy}
          aria-labelledby={label}
          aria-describedby={`${label}-text`}
          onChange={(isOn) => (isOn ? setAsked(signs ? 'on' : 'first') : accept())}
        />
      </div>
      {secret !== undefined && <NewSecret secret={secret} onHide={() => setSecret(undefined)} />}
      {asked && <SignatureQuestion endpoint={endpoint} asked={asked} onSecret={setSecret} onClose={() => setAsked(undefined)} />}
    </div>
  )
}
