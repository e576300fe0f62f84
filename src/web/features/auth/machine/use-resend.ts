import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsMounted } from '#web/lib/use-is-mounted.ts'
import { explainFailure } from '../failures.ts'

interface CodeForm {
  busy: boolean
  set: (field: 'code', value: string) => void
  clearFailure: () => void
}

interface ResendOptions {
  /** The form for the code; a link has none. */
  form?: CodeForm
  onFailure?: (text: string) => void
}

/**
 * Requests another code or link and reports the result, here unless `onFailure` shows the error elsewhere. The next attempt removes
 * the message about the last one.
 */
export const useResend = (send: () => Promise<unknown>, { form, onFailure }: ResendOptions = {}) => {
  const { t } = useTranslation()
  const isHere = useIsMounted()
  const [result, setResult] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    form?.clearFailure()
    setBusy(true)
    setResult(null)
    try {
      await send()
      form?.set('code', '')
      setResult({ kind: 'good', text: t(form ? 'resend.code.done' : 'resend.link.done') })
    } catch (error) {
      const text = explainFailure(t, error, t('failures.resend'))
      if (onFailure && isHere()) onFailure(text)
      setResult({ kind: 'bad', text })
    }
    setBusy(false)
  }
  const enter = (code: string) => {
    setResult(null)
    form?.set('code', code)
  }
  return { result, isSending: busy, busy: busy || (form?.busy ?? false), enter, resend: () => void resend() }
}
