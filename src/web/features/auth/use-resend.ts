import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explainFailure } from './failures.ts'

/** Asks for another code and says how that went. */
export const useResend = (send: () => Promise<unknown>) => {
  const { t } = useTranslation()
  const [result, setResult] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    setResult(null)
    try {
      await send()
      setResult({ kind: 'good', text: t('resend.done') })
    } catch (error) {
      setResult({ kind: 'bad', text: explainFailure(t, error, t('failures.resend')) })
    }
    setBusy(false)
  }
  return { result, busy, resend, forget: () => setResult(null) }
}
