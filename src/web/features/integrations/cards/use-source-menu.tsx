import {
  IconAdjustments,
  IconFilter,
  IconPlayerStop,
  IconPlugConnectedX,
  IconPlus,
  IconRefreshDot,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ConnectorManifest } from '#contract/integrations/connectors.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { titleOf } from '#contract/integrations/sources.ts'
import { useConnectors, useRefreshConnection } from '#web/data/integrations/connections.ts'
import { useMay } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { useAct } from '#web/lib/use-act.ts'
import { innerPaths } from '#web/paths.ts'
import type { RowAction } from '#web/ui/table/rows/RowMenu.tsx'
import { isOpen } from '../progress/run-state.ts'
import { accountQuestions, type Ask, type Question } from './question.ts'

const useRefresh = (source: Integration) => {
  const { id } = source
  const name = titleOf(source)
  const { t } = useTranslation('syncs')
  const { mutateAsync } = useRefreshConnection()
  const { act } = useAct()
  return () =>
    void act(
      () => mutateAsync(id),
      ({ status }) =>
        status === 'active'
          ? showToast('success', t('card.refreshed', { name }))
          : showToast('error', t('card.refreshLost', { name })),
    )
}

const icon = { size: 16, stroke: 1.75 }

interface Choosable extends RowAction {
  isShown: boolean
}

const added = { adAccount: 'addAccounts', location: 'addLocations' } as const

/** Which more of the same login can be added. */
const moreOf = ({ needs, status }: Integration, connector: ConnectorManifest | undefined) => {
  const { chooses } = connector ?? {}
  if (status !== 'active' || needs) return undefined
  return chooses === 'ad_account' || chooses === 'location' ? accountQuestions[chooses] : undefined
}

/** An ad account is read whole, and a table is chosen first. */
const choicesOf = ({ needs }: Integration, connector: ConnectorManifest | undefined) => ({
  hasTable: connector?.chooses === 'table',
  hasChoice: connector?.abilities.includes('contacts') === true && needs === null,
})

/** What changes how a source is read. */
const useChanges = (source: Integration, onAsk: Ask): Choosable[] => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const navigate = useNavigate()
  const refresh = useRefresh(source)
  const connector = useConnectors().data?.items.find(({ type }) => type === source.type)
  const isOpenToChange = may('integrations', 'w') && source.status !== 'disconnected'
  const { hasTable, hasChoice } = choicesOf(source, connector)
  const more = moreOf(source, connector)
  const ask = (kind: Question['kind']) => () => onAsk({ kind, source })
  return [
    {
      name: 'mapping',
      label: t('card.mapping'),
      icon: <IconTable {...icon} />,
      isShown: isOpenToChange && hasTable,
      onClick: () => void navigate({ to: innerPaths.source, params: { id: source.id }, search: { tab: 'mapping' } }),
    },
    {
      name: 'addAccounts',
      label: t(`card.${added[more ?? 'adAccount']}`),
      icon: <IconPlus {...icon} />,
      isShown: isOpenToChange && more !== undefined,
      onClick: ask(more ?? 'adAccount'),
    },
    {
      name: 'refresh',
      label: t('card.refresh'),
      icon: <IconRefreshDot {...icon} />,
      isShown: isOpenToChange,
      onClick: refresh,
    },
    {
      name: 'reads',
      label: t('card.reads'),
      icon: <IconFilter {...icon} />,
      isShown: isOpenToChange && hasChoice,
      onClick: ask('reads'),
    },
    {
      name: 'settings',
      label: t('card.settings'),
      icon: <IconAdjustments {...icon} />,
      isShown: isOpenToChange,
      onClick: ask('settings'),
    },
  ]
}

/** What can be done to a source besides the first thing. On its own page there is no button to erase. */
export const useSourceMenu = (source: Integration, onAsk: Ask, place: 'card' | 'page'): RowAction[] => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const changes = useChanges(source, onAsk)
  const { status, last_run: run } = source
  const isOff = status === 'disconnected'
  const mayEnd = may('integrations', 'x')
  const ask = (kind: Question['kind']) => () => onAsk({ kind, source })
  const all: Choosable[] = [
    {
      name: 'cancel',
      label: t('run.cancel'),
      icon: <IconPlayerStop {...icon} />,
      isShown: isOpen(run) && mayEnd,
      onClick: ask('cancel'),
    },
    ...changes,
    {
      name: 'disconnect',
      label: t('card.disconnect'),
      icon: <IconPlugConnectedX {...icon} />,
      isShown: !isOff && mayEnd,
      isDangerous: true,
      onClick: ask('disconnect'),
    },
    {
      name: 'erase',
      label: t('card.eraseNow'),
      icon: <IconTrash {...icon} />,
      isShown: isOff && mayEnd && place === 'page',
      isDangerous: true,
      onClick: ask('erase'),
    },
  ]
  return all.filter(({ isShown }) => isShown)
}
