import {
  IconAdjustments,
  IconListDetails,
  IconPlayerStop,
  IconPlugConnectedX,
  IconRefreshDot,
  IconTable,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { useConnectors, useRefreshConnection } from '#web/data/connections.ts'
import { useErrorText } from '#web/lib/error-text.ts'
import { useMay } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { innerPaths } from '#web/paths.ts'
import type { RowAction } from '#web/ui/RowMenu.tsx'
import { isOpen } from '../progress/run-state.ts'
import type { Ask, Question } from './question.ts'

const useRefresh = ({ id, name }: Integration) => {
  const { t } = useTranslation('syncs')
  const textOf = useErrorText()
  const refresh = useRefreshConnection()
  return () =>
    refresh.mutate(id, {
      onSuccess: ({ status }) =>
        status === 'active'
          ? void showToast('success', t('card.refreshed', { name }))
          : void showToast('error', t('card.refreshLost', { name })),
      onError: (error) => void showToast('error', textOf(error)),
    })
}

/** What can be done to a source besides the first thing. */
export const useCardMenu = (source: Integration, onAsk: Ask): RowAction[] => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const navigate = useNavigate()
  const refresh = useRefresh(source)
  const chooses = useConnectors().data?.items.find(({ type }) => type === source.type)?.chooses
  const { id, status, last_run: run } = source
  const isOff = status === 'disconnected'
  const mayWrite = may('integrations', 'w')
  const ask = (kind: Question['kind']) => () => onAsk({ kind, source })
  const goTo = (search: { tab?: 'mapping' }) => () => void navigate({ to: innerPaths.source, params: { id }, search })
  const icon = { size: 16, stroke: 1.75 }
  const all: (RowAction & { isShown: boolean })[] = [
    {
      name: 'cancel',
      label: t('run.cancel'),
      icon: <IconPlayerStop {...icon} />,
      isShown: isOpen(run) && may('integrations', 'x'),
      onClick: ask('cancel'),
    },
    {
      name: 'mapping',
      label: t('card.mapping'),
      icon: <IconTable {...icon} />,
      isShown: chooses === 'table' && mayWrite && !isOff,
      onClick: goTo({ tab: 'mapping' }),
    },
    {
      name: 'details',
      label: t('card.details'),
      icon: <IconListDetails {...icon} />,
      isShown: isOff && may('integrations', 'x'),
      onClick: goTo({}),
    },
    {
      name: 'refresh',
      label: t('card.refresh'),
      icon: <IconRefreshDot {...icon} />,
      isShown: mayWrite && !isOff,
      onClick: refresh,
    },
    {
      name: 'settings',
      label: t('card.settings'),
      icon: <IconAdjustments {...icon} />,
      isShown: mayWrite && !isOff,
      onClick: ask('settings'),
    },
    {
      name: 'disconnect',
      label: t('card.disconnect'),
      icon: <IconPlugConnectedX {...icon} />,
      isShown: !isOff && may('integrations', 'x'),
      isDangerous: true,
      onClick: ask('disconnect'),
    },
  ]
  return all.filter(({ isShown }) => isShown)
}
