import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#contract/criteria/fields.ts'
import { reasonMax } from '#contract/kit/text-rules.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import { sensitiveFields, sharesEverything, type Draft } from './draft.ts'
import type { Effect } from './effect.ts'
import styles from './criteria.module.css'
import type { useSending } from './use-sending.ts'

interface SendPanelProps {
  name: string
  draft: Draft
  sending: ReturnType<typeof useSending>
  effect: Effect | undefined
  /** The version in force. */
  inForce: number | undefined
  /** What the agency loses. */
  removed: { contacts: number; opportunities: number } | undefined
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

/** Said before it is sent: whether it is in force at once, or waits for the agency. */
const EffectNote = ({ name, effect, inForce, removed }: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  if (effect === undefined || effect === 'first' || inForce === undefined) return null
  const count = removed?.contacts ?? 0
  return (
    <div className={styles.effect}>
      <Note kind={effect === 'narrow' ? 'good' : effect === 'wide' ? 'wait' : 'info'}>
        {t(`effect.${effect}`, { name, n: inForce })}
        {effect === 'narrow' && count > 0 && ` ${t('effect.erased', { count, n: formatNumber(count) })}`}
      </Note>
    </div>
  )
}

/** Two acknowledgements above the buttons. */
export const SendPanel = (props: SendPanelProps) => {
  const { t } = useTranslation('criteria')
  const { name, sending, effect } = props
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
      <EffectNote {...props} />
      <div className={styles.foot}>
        <span className="caption dim grow">{effect === 'first' && t('send.must', { name })}</span>
        <BusyButton variant="default" busy={false} disabled={isBusy} onClick={sending.save}>
          {t('send.save')}
        </BusyButton>
        <BusyButton busy={isBusy} disabled={effect === 'same'} onClick={sending.send}>
          {t(effect === 'narrow' ? 'send.narrow' : 'send.submit')}
        </BusyButton>
      </div>
    </>
  )
}
