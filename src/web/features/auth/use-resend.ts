import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explainFailure } from './failures.ts'

interface CodeForm {
  set: (field: 'code', value: string) => void
  clearFailure: () => void
}

/** Asks for another code and says how that went. Whatever is tried next takes the words about the last try away. */
export const useResend = (send: () => Promise<unknown>, form: CodeForm) => {
  const { t } = useTranslation()
  const [result, setResult] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    form.clearFailure()
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
  const enter = (code: string) => {
    setResult(null)
    form.set('code', code)
  }
  return { result, busy, enter, resend: () => void resend() }
}
