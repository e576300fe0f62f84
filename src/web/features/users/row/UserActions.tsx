import { IconDeviceMobileOff, IconKey, IconPencil, IconPlayerPause, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useDeletionPreview } from '#web/data/account/users.ts'
import { RowMenu, type RowAction } from '#web/ui/table/rows/RowMenu.tsx'
import type { Question } from '../UserDialogs.tsx'
import { fullNameOf, type AllowedActions } from '../allowed-actions.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useFocusFallback } from './use-focus-fallback.ts'

interface UserActionsProps {
  user: User
  reach: AllowedActions
  onAsk: (question: Question) => void
}

const icon = { size: 16, stroke: 1.75 } as const

const panelOf = (removed: HTMLElement) => removed.closest<HTMLElement>('[data-focus-fallback]')

/** The other actions on a user; each one opens a dialog first. */
export const UserActions = ({ user, reach, onAsk }: UserActionsProps) => {
  const { t } = useTranslation('users')
  const { own } = useFocusFallback(panelOf)
  const preview = useDeletionPreview()
  const { act } = useAct()
  const askDelete = () => void act(async () => onAsk({ kind: 'delete', user, preview: await preview.mutateAsync(user.id) }))
  const actions: (RowAction | false)[] = [
    reach.edit && {
      name: 'edit',
      label: t('menu.edit'),
      icon: <IconPencil {...icon} />,
      onClick: () => onAsk({ kind: 'edit', user }),
    },
    reach.reset && {
      name: 'reset',
      label: t('menu.reset'),
      icon: <IconKey {...icon} />,
      onClick: () => onAsk({ kind: 'reset', user }),
    },
    reach.reset && {
      name: 'clear',
      label: t('menu.clear'),
      icon: <IconDeviceMobileOff {...icon} />,
      onClick: () => onAsk({ kind: 'clear', user }),
    },
    reach.suspend && {
      name: 'suspend',
      label: t('menu.suspend'),
      icon: <IconPlayerPause {...icon} />,
      onClick: () => onAsk({ kind: 'suspend', user }),
    },
    reach.remove && {
      name: 'delete',
      label: t('menu.delete'),
      icon: <IconTrash {...icon} />,
      isDangerous: true,
      onClick: askDelete,
    },
  ]
  return (
    <span ref={own} aria-busy={preview.isPending}>
      <RowMenu label={t('menu.label', { name: fullNameOf(user) })} actions={actions.filter((action) => action !== false)} />
    </span>
  )
}
