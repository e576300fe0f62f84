import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useDevices, useForgetDevice } from '#web/data/account/security.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Block } from '../Block.tsx'
import styles from '../Block.module.css'
import { readDeviceName } from './device-name.ts'
import { Item, Items, ItemSkeletons } from '../Item.tsx'

type Device = NonNullable<ReturnType<typeof useDevices>['data']>[number]

const shownAtFirst = 5
const pocketSystems = new Set(['iPhone', 'iPad', 'Android'])

const useNameOf = () => {
  const { t } = useTranslation('account')
  return ({ name = '' }: Device) => {
    const { browser, system } = readDeviceName(name)
    if (browser && system) return t('devices.named', { browser, system })
    return browser ?? system ?? (name || t('devices.unnamed'))
  }
}

const DeviceItem = ({ device, onForget }: { device: Device; onForget: () => void }) => {
  const { t } = useTranslation('account')
  const name = useNameOf()(device)
  const Icon = pocketSystems.has(readDeviceName(device.name ?? '').system ?? '') ? IconDeviceMobile : IconDeviceLaptop
  const { lastAuthenticatedDate: used, createDate } = device
  const since = used ?? createDate
  return (
    <Item
      icon={<Icon size={20} stroke={1.75} />}
      name={name}
      mark={device.isCurrent && <StatusBadge kind="good">{t('devices.current')}</StatusBadge>}
      detail={
        since && (
          <Trans
            t={t}
            i18nKey={used ? 'devices.used' : 'devices.added'}
            components={{ time: <RelativeTime instant={since.toISOString()} /> }}
          />
        )
      }
      action={
        <Button variant="default" aria-label={t('devices.forgetLabel', { name })} onClick={onForget}>
          {t('devices.forget')}
        </Button>
      }
    />
  )
}

const DeviceList = ({ devices, onForget }: { devices: readonly Device[]; onForget: (device: Device) => void }) => {
  const { t } = useTranslation('account')
  const [all, setAll] = useState(false)
  if (devices.length === 0) return <p className={styles.empty}>{t('devices.empty')}</p>
  return (
    <>
      <Items label={t('devices.title')} firstNew={all ? shownAtFirst : undefined}>
        {devices.slice(0, all ? undefined : shownAtFirst).map((device) => (
          <DeviceItem key={device.id} device={device} onForget={() => onForget(device)} />
        ))}
      </Items>
      {!all && devices.length > shownAtFirst && (
        <Button className={styles.after} variant="default" onClick={() => setAll(true)}>
          {t('devices.showAll', { n: devices.length })}
        </Button>
      )}
    </>
  )
}

const Forget = ({ device, ...dialog }: { device: Device; returnTo: RefObject<HTMLElement | null>; onClose: () => void }) => {
  const { t } = useTranslation('account')
  const name = useNameOf()(device)
  const forget = useForgetDevice()
  return (
    <ConfirmDialog
      {...dialog}
      title={t('devices.confirm.title', { name })}
      text={t('devices.confirm.text')}
      action={t('devices.forget')}
      done={t('devices.done', { name })}
      onConfirm={() => forget.mutateAsync(device.id)}
    />
  )
}

export const DevicesBlock = () => {
  const { t } = useTranslation('account')
  const query = useDevices()
  const heading = useRef<HTMLHeadingElement>(null)
  const [forgetting, setForgetting] = useState<Device | null>(null)
  return (
    <Block title={t('devices.title')} text={t('devices.text')} heading={heading}>
      <Loaded query={query} skeleton={<ItemSkeletons rows={1} />}>
        {(devices) => <DeviceList devices={devices} onForget={setForgetting} />}
      </Loaded>
      {forgetting && <Forget device={forgetting} returnTo={heading} onClose={() => setForgetting(null)} />}
    </Block>
  )
}
