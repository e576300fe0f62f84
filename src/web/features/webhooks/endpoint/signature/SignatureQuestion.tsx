import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '#contract/webhooks/endpoints.ts'
import { useRequireSignature, useRotateSecret } from '#web/data/webhooks/endpoints.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { useEndpointName } from '../endpoint-name.ts'

/** The first secret, another one, or that unsigned calls are refused. */
export type SignatureAsked = 'first' | 'again' | 'on'

interface SignatureQuestionProps {
  endpoint: WebhookEndpoint
  asked: SignatureAsked
  onSecret: (secret: string) => void
  onClose: () => void
}

/** A secret has to be in place before it is required, or every call would be refused. */
export const SignatureQuestion = ({ endpoint, asked, onSecret, onClose }: SignatureQuestionProps) => {
  const { t } = useTranslation('webhooks')
  const nameOf = useEndpointName()
  const rotate = useRotateSecret()
  const change = useRequireSignature()
  const { id, version } = endpoint
  const make = async () => onSecret((await rotate.mutateAsync(id)).secret)
  const questions = {
    first: { title: t('signature.first'), text: t('signature.firstText'), action: t('signature.firstAction'), onConfirm: make },
    again: {
      title: t('signature.againTitle'),
      text: t('signature.againText'),
      action: t('signature.againAction'),
      isDangerous: true,
      onConfirm: make,
    },
    on: {
      title: t('signature.on'),
      text: t('signature.onText', { name: nameOf(endpoint) }),
      action: t('signature.onAction'),
      done: t('signature.required'),
      onConfirm: () => change.mutateAsync({ id, version, requires_signature: true }),
    },
  }
  return <ConfirmDialog isDangerous={false} {...questions[asked]} onClose={onClose} />
}
