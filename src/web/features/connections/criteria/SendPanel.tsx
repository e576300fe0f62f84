import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { reasonMax } from '#contract/kit/text-rules.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { sensitiveFields, sharesEverything, type Draft } from './draft.ts'
import styles from './criteria.module.css'
import type { useSending } from './use-sending.ts'

interface SendPanelProps {
  name: string
  draft: Draft
  sending: ReturnType<typeof useSending>
}

/** What is confirmed once more: sharing everyone, and sharing what looks sensitive. */
const Extra = ({ name, draft, sending: { confirmations, confirm, problems } }: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const sensitive = sensitiveFields(draft).map(fieldLabel)
  return (
    <>
      {sharesEverything(draft) && (
        <TextInput
          label={t('send.everything', { name })}
          autoComplete="off"
          value={confirmations.everything}
          error={problems.everything}
          onChange={(event) => confirm({ everything: event.currentTarget.value })}
        />
      )}
      {sensitive.length > 0 && (
        <TextInput
          label={t('send.sensitive', { fields: sensitive.join(', ') })}
          description={t('send.sensitiveHint')}
          maxLength={reasonMax}
          value={confirmations.sensitiveReason}
          error={problems.sensitiveReason}
          onChange={(event) => confirm({ sensitiveReason: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Two acknowledgements above the buttons. */
export const SendPanel = (props: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const { name, sending } = props
  const { confirmations, confirm, problems, isBusy } = sending
  return (
    <>
      <div className={styles.confirmations}>
        <Extra {...props} />
        <Checkbox
          label={t('send.ackPersonalData', { name })}
          checked={confirmations.ackPersonalData}
          error={problems.ackPersonalData}
          onChange={(event) => confirm({ ackPersonalData: event.currentTarget.checked })}
        />
        <Checkbox
          label={t('send.ackPolicy')}
          checked={confirmations.ackPolicy}
          error={problems.ackPolicy}
          onChange={(event) => confirm({ ackPolicy: event.currentTarget.checked })}
        />
      </div>
      <div className={styles.foot}>
        <span className="caption dim grow">{t('send.must', { name })}</span>
        <BusyButton variant="default" busy={false} disabled={isBusy} onClick={sending.save}>
          {t('send.save')}
        </BusyButton>
        <BusyButton busy={isBusy} onClick={sending.send}>
          {t('send.submit')}
        </BusyButton>
      </div>
    </>
  )
}
