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
import { useConnectors, useRefreshIntegration } from '#web/data/integrations/connect.ts'
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
  const { mutateAsync } = useRefreshIntegration()
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

/** What else can be added from the same login. */
const moreOf = ({ needs, status }: Integration, connector: ConnectorManifest | undefined) => {
  const { chooses } = connector ?? {}
  if (status !== 'active' || needs) return undefined
  return chooses === 'ad_account' || chooses === 'location' ? accountQuestions[chooses] : undefined
}

/** An ad account is always read completely, and for a table the user has to choose the table first. */
const choicesOf = ({ needs }: Integration, connector: ConnectorManifest | undefined) => ({
  hasTable: connector?.chooses === 'table',
  hasChoice: connector?.abilities.includes('contacts') === true && needs === null,
})

/** The actions that change how a source is synced. */
const useChanges = (source: Integration, onAsk: Ask): Choosable[] => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const navigate = useNavigate()
  const refresh = useRefresh(source)
  const connector = useConnectors().data?.items.find(({ type }) => type === source.type)
  const isOpenToChange = may('integrations', 'w') && source.status !== 'disconnected'
  const { hasTable, hasChoice } = choicesOf(source, connector)
  const more = moreOf(source, connector)
  const openDialog = (kind: Question['kind']) => () => onAsk({ kind, source })
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
      onClick: openDialog(more ?? 'adAccount'),
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
      onClick: openDialog('reads'),
    },
    {
      name: 'settings',
      label: t('card.settings'),
      icon: <IconAdjustments {...icon} />,
      isShown: isOpenToChange,
      onClick: openDialog('settings'),
    },
  ]
}

/** The other actions on a source. Only on the source's page the menu has the erase action, because the card has a button for it. */
export const useSourceMenu = (source: Integration, onAsk: Ask, at: 'card' | 'page'): RowAction[] => {
  const { t } = useTranslation('syncs')
  const may = useMay()
  const changes = useChanges(source, onAsk)
  const { status, last_run: run } = source
  const isOff = status === 'disconnected'
  const mayEnd = may('integrations', 'x')
  const openDialog = (kind: Question['kind']) => () => onAsk({ kind, source })
  const all: Choosable[] = [
    {
      name: 'cancel',
      label: t('run.cancel'),
      icon: <IconPlayerStop {...icon} />,
      isShown: isOpen(run) && mayEnd,
      onClick: openDialog('cancel'),
    },
    ...changes,
    {
      name: 'disconnect',
      label: t('card.disconnect'),
      icon: <IconPlugConnectedX {...icon} />,
      isShown: !isOff && mayEnd,
      isDangerous: true,
      onClick: openDialog('disconnect'),
    },
    {
      name: 'erase',
      label: t('card.eraseNow'),
      icon: <IconTrash {...icon} />,
      isShown: isOff && mayEnd && at === 'page',
      isDangerous: true,
      onClick: openDialog('erase'),
    },
  ]
  return all.filter(({ isShown }) => isShown)
}
