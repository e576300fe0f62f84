import { Button, SegmentedControl } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useProperties } from '#web/data/webhooks/properties.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from '../endpoint.module.css'
import { exampleCode, exampleKinds, keyPlaceholder, type ExampleKind } from './example-code.ts'

const answer = '202  {"accepted": 1, "duplicates": 0, "rejected": []}'

const CopyCode = ({ code }: { code: string }) => {
  const { t } = useTranslation('webhooks')
  const { outcome, copy, forget } = useCopy(code)
  if (!window.isSecureContext) return null
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      aria-live="polite"
      leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
      onClick={copy}
      onBlur={forget}
    >
      {t(outcome === null ? 'example.copy' : `example.${outcome}`)}
    </Button>
  )
}

interface ExampleProps {
  endpoint: WebhookEndpoint
  base: string
  made: string | undefined
}

/** What has to be replaced or known before the example works. */
const Hints = ({ kind, isSigned, isMasked }: { kind: ExampleKind; isSigned: boolean; isMasked: boolean }) => {
  const { t } = useTranslation('webhooks')
  const needed = [
    isMasked && t('example.masked'),
    isSigned && t(kind === 'zapier' ? 'example.signed' : 'example.secret'),
    t('example.test'),
  ]
  return <p className={styles.hints}>{needed.filter(Boolean).join(' ')}</p>
}

/** The first call, as it would be sent to this endpoint. */
export const Example = ({ endpoint, base, made }: ExampleProps) => {
  const { t } = useTranslation('webhooks')
  const [kind, setKind] = useState<ExampleKind>('curl')
  const properties = useProperties().data?.items ?? []
  const isSigned = endpoint.requires_signature
  const code = exampleCode[kind]({ url: made ?? `${base}${keyPlaceholder}`, properties, isSigned })
  return (
    <div className={styles.example}>
      <div className={styles.exampleHead}>
        <SegmentedControl
          aria-label={t('example.label')}
          value={kind}
          data={exampleKinds.map((value) => ({ value, label: t(`example.kinds.${value}`) }))}
          onChange={setKind}
        />
        <span className="grow" />
        <CopyCode code={code} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        {code}
        {kind !== 'zapier' && <em>{answer}</em>}
      </pre>
      <Hints kind={kind} isSigned={isSigned} isMasked={made === undefined} />
    </div>
  )
}
