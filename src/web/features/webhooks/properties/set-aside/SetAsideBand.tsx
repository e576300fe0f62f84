import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { propertyTypes, type PropertyType, type SetAsideProperty } from '#contract/webhooks/properties.ts'
import { useAcceptSetAside, useIgnoreSetAside } from '#web/data/webhooks/properties.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { listFormat } from '#web/lib/format/list-format.ts'
import { useMay } from '#web/lib/may.ts'
import { exactTime, shortDayOf } from '#web/lib/time/dates.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { fullTarget, useTargetOptions, useTypeText } from '../property-words.ts'
import { inputOf, valuesOf, type SetAsideChoice } from './set-aside-choice.ts'
import styles from './set-aside.module.css'

const Seen = ({ item: { values, other_values: others } }: { item: SetAsideProperty }) => {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles.seen}>
      <span>{t('properties.waiting.seen')}</span>
      {values.map(({ value, count }) => (
        <span key={value} className={styles.value} title={value}>
          <span className="truncate">{value || t('properties.waiting.noValue')}</span> <em>{formatNumber(count)}</em>
        </span>
      ))}
      {others > 0 && <span>{t('properties.waiting.others', { count: others, n: formatNumber(others) })}</span>}
    </div>
  )
}

interface ChoicesProps {
  item: SetAsideProperty
  choice: SetAsideChoice
  onChange: (choice: SetAsideChoice) => void
}

const Choices = ({ item, choice, onChange }: ChoicesProps) => {
  const { t } = useTranslation('webhooks')
  const typeText = useTypeText()
  const values = valuesOf(item)
  const types = propertyTypes.filter((type) => type !== 'enum' || values.length > 0)
  return (
    <div className={styles.choices}>
      <span className="caption dim" aria-hidden>
        {t('properties.waiting.type')}
      </span>
      <NativeSelect
        className={styles.select ?? ''}
        aria-label={t('properties.waiting.typeOf', { name: item.name })}
        value={choice.type}
        data={types.map((type) => ({ value: type, label: typeText({ type, enum_values: values }) }))}
        onChange={(event) => onChange({ ...choice, type: event.currentTarget.value as PropertyType })}
      />
      <span className="caption dim" aria-hidden>
        {t('properties.waiting.target')}
      </span>
      <NativeSelect
        className={styles.select ?? ''}
        aria-label={t('properties.waiting.targetOf', { name: item.name })}
        value={choice.target}
        data={useTargetOptions(choice.target)}
        onChange={(event) => onChange({ ...choice, target: event.currentTarget.value })}
      />
      <Checkbox
        size="xs"
        checked={choice.isPersonal}
        label={t('properties.waiting.personal')}
        title={t('properties.personalHint')}
        onChange={(event) => onChange({ ...choice, isPersonal: event.currentTarget.checked })}
      />
    </div>
  )
}

interface ItemProps {
  item: SetAsideProperty
}

const Ignore = ({ item: { name } }: ItemProps) => {
  const { t } = useTranslation('webhooks')
  const ignoring = useIgnoreSetAside()
  const { act, isBusy } = useAct()
  return (
    <BusyButton
      variant="subtle"
      color="gray"
      className={styles.ignore ?? ''}
      busy={isBusy}
      aria-label={t('properties.waiting.ignoreOf', { name })}
      onClick={() => void act(() => ignoring.mutateAsync({ name }), t('properties.waiting.ignored', { name }))}
    >
      {t('properties.waiting.ignore')}
    </BusyButton>
  )
}

interface BandProps extends ItemProps {
  /** Only one button of the page is filled. */
  isFirst: boolean
}

const Accept = ({ item, isFirst, choice }: BandProps & { choice: SetAsideChoice }) => {
  const { t } = useTranslation('webhooks')
  const accepting = useAcceptSetAside()
  const { act, isBusy } = useAct()
  const { name, count } = item
  const accept = () =>
    act(
      () => accepting.mutateAsync(inputOf(item, choice)),
      ({ filled }) =>
        void showToast('success', t('properties.waiting.accepted', { name, count: filled, n: formatNumber(filled) })),
    )
  return (
    <BusyButton variant={isFirst ? 'filled' : 'default'} busy={isBusy} onClick={() => void accept()}>
      {t('properties.waiting.accept', { count, n: formatNumber(count) })}
    </BusyButton>
  )
}

const Decision = ({ item, isFirst }: BandProps) => {
  const { t } = useTranslation('webhooks')
  const { suggestion } = item
  const [choice, setChoice] = useState<SetAsideChoice>({
    type: suggestion.type,
    target: fullTarget(suggestion.maps_to),
    isPersonal: suggestion.pii,
  })
  const isGood = item.can_accept
  return (
    <div className={styles.act}>
      {isGood ? (
        <Choices item={item} choice={choice} onChange={setChoice} />
      ) : (
        <p className={styles.badName}>{t('properties.waiting.badName')}</p>
      )}
      <div className={styles.decision}>
        <Ignore item={item} />
        {isGood && <Accept item={item} isFirst={isFirst} choice={choice} />}
      </div>
    </div>
  )
}

/** A name that events brought and the catalog does not have: its values wait until someone decides. */
export const SetAsideBand = ({ item, isFirst }: BandProps) => {
  const { t } = useTranslation('webhooks')
  const mayChange = useMay()('webhooks', 'w')
  const { name, count, since, until, endpoints } = item
  const text = t('properties.waiting.text', {
    count,
    n: formatNumber(count),
    since: shortDayOf(since),
    until: shortDayOf(until),
    endpoints: listFormat.format(endpoints.map((endpoint) => endpoint.name)),
  })
  return (
    <section className={styles.band} aria-label={name}>
      <div className={styles.what}>
        <StatusBadge kind="wait">{t('properties.waiting.badge')}</StatusBadge>
        <div className="grow">
          <p className="small" title={exactTime(since)}>
            <code className={styles.name}>{name}</code> {text}
          </p>
          <Seen item={item} />
        </div>
      </div>
      {mayChange && <Decision item={item} isFirst={isFirst} />}
    </section>
  )
}
