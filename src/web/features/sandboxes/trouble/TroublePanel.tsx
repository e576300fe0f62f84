import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultKinds, useVendorActs, type Fault, type FaultKind, type SandboxVendor } from '#web/data/sandboxes.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { useAct } from '#web/lib/use-act.ts'
import { activeFaults, howOften, timesOf, withFault, withoutFault, type HowOften } from './active-faults.ts'
import { LabeledToggle } from './LabeledToggle.tsx'
import styles from './trouble.module.css'

interface FaultSwitchProps {
  kind: FaultKind
  fault: Fault | undefined
  onSet: (often: HowOften | null) => void
}

const FaultSwitch = ({ kind, fault, onSet }: FaultSwitchProps) => {
  const { t } = useTranslation('sandboxes')
  const [often, setOften] = useState<HowOften>('3')
  const name = t(`faults.kinds.${kind}.name`)
  const state = fault?.times === undefined ? t('faults.always') : t('faults.left', { count: fault.times, n: fault.times })
  const isCounting = fault !== undefined && !howOften.some((value) => value === timesOf(fault))
  const choose = (value: HowOften) => {
    setOften(value)
    if (fault) onSet(value)
  }
  return (
    <LabeledToggle
      name={name}
      text={fault ? state : t(`faults.kinds.${kind}.text`)}
      isOn={fault !== undefined}
      onChange={(isOn) => onSet(isOn ? often : null)}
    >
      <NativeSelect
        size="xs"
        className={styles.often ?? ''}
        aria-label={t('faults.how', { fault: name })}
        value={fault ? timesOf(fault) : often}
        data={[
          ...(isCounting
            ? [{ value: timesOf(fault), label: t('faults.rest', { count: fault.times ?? 0, n: fault.times ?? 0 }) }]
            : []),
          ...howOften.map((value) => ({ value, label: t(`faults.times.${value}`) })),
        ]}
        onChange={(event) => choose(howOften.find((value) => value === event.currentTarget.value) ?? '3')}
      />
    </LabeledToggle>
  )
}

/** Switches that make a vendor misbehave the way real ones do. */
export const TroublePanel = ({ vendor }: { vendor: SandboxVendor }) => {
  const { t } = useTranslation('sandboxes')
  const { act } = useAct({ mayOverlap: true })
  const { setFaults, setLimits } = useVendorActs(vendor.prefix)
  const active = activeFaults(vendor.faults)
  // Shows the change immediately, before the reply.
  const shown = setFaults.isPending ? setFaults.variables : active
  const set = (kind: FaultKind, often: HowOften | null) =>
    act(() => setFaults.mutateAsync(often === null ? withoutFault(shown, kind) : withFault(shown, kind, often)))
  const clear = () => act(() => setFaults.mutateAsync([]), t('faults.cleared', { vendor: vendor.name }))
  return (
    <Panel
      title={t('faults.title')}
      note={t('faults.note', { vendor: vendor.name })}
      aside={
        <Button variant="default" size="xs" aria-disabled={shown.length === 0} onClick={() => shown.length > 0 && void clear()}>
          {t('faults.clear')}
        </Button>
      }
      flush
    >
      <div className={styles.items}>
        {faultKinds.map((kind) => (
          <FaultSwitch
            key={kind}
            kind={kind}
            fault={shown.find((fault) => fault.kind === kind)}
            onSet={(often) => void set(kind, often)}
          />
        ))}
        <LabeledToggle
          name={t('limits.name')}
          text={t('limits.text')}
          isOn={setLimits.isPending ? setLimits.variables : vendor.limits}
          onChange={(isOn) => void act(() => setLimits.mutateAsync(isOn))}
        />
      </div>
    </Panel>
  )
}
