import { Button } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconLinkOff, IconMail, IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTranslations } from '#web/lib/i18n.ts'
import { confirmEmailMessages } from '#web/messages/en-confirm-email.ts'
import { signInAddress } from '#web/paths.ts'
import { Message } from '#web/ui/Message.tsx'
import { confirmBy, readLink, type Outcome } from './confirm.ts'

addTranslations('confirmEmail', confirmEmailMessages)

const look = { size: 22, stroke: 1.75 }

const iconOf = (state: Outcome | 'ask' | 'incomplete') => {
  if (state === 'ask') return <IconMail {...look} />
  return state === 'confirmed' || state === 'used' ? <IconMailCheck {...look} /> : <IconLinkOff {...look} />
}

const useConfirming = () => {
  const [link] = useState(() => readLink(location.hash))
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (!link || busy) return
    setBusy(true)
    setOutcome(await confirmBy(link))
    setBusy(false)
  }
  return { state: link ? (outcome ?? 'ask') : 'incomplete', busy, confirm } as const
}

/** Where the link of the confirmation email leads, for whoever opens it, signed in or not. */
export const ConfirmEmailPage = () => {
  const { t } = useTranslation(['confirmEmail', 'gate'])
  const { state, busy, confirm } = useConfirming()
  const title = t(`${state}.title`)
  useDocumentTitle(`${title} · ${t('gate:product')}`)
  const canTry = state === 'ask' || state === 'failed' || state === 'tooMany'
  return (
    <div aria-live="polite">
      <Message
        fullScreen
        heading="h1"
        icon={iconOf(state)}
        title={title}
        text={t(`${state}.text`)}
        actions={
          canTry ? (
            <Button size="lg" loading={busy} onClick={() => void confirm()}>
              {t('confirm')}
            </Button>
          ) : (
            <Button size="lg" variant={state === 'confirmed' ? 'default' : 'filled'} component="a" href={signInAddress}>
              {t('signIn')}
            </Button>
          )
        }
      />
    </div>
  )
}
