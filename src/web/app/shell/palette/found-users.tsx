import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { IconBuilding, IconUser, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/users/users.ts'
import { useFoundClients, useFoundUsers } from '#web/data/found.ts'
import { useSession } from '#web/lib/identity/session.ts'
import { useMay } from '#web/lib/may.ts'
import { paths } from '#web/paths.ts'

/** Makes every result match: the server found it, possibly by a text that is not shown. */
const fits = (text: string) => ({ keywords: text })

const wordsOf = ({ name, lastname, email }: User) => ({ label: `${name} ${lastname}`.trim() || email, description: email })

/** Users of the current user's account; choosing one opens the Users page with that user. */
export const useFoundUserActions = (text: string): SpotlightActionGroupData => {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const users = useFoundUsers(text).map((user) => ({
    id: user.id,
    ...wordsOf(user),
    ...fits(text),
    leftSection: <IconUser size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: paths.users, search: { search: user.email } }),
  }))
  return { group: t('users'), actions: users }
}

/** For users who may invite: opens the Users page with the dialog. */
export const useInviteAction = () => {
  const { t } = useTranslation('palette')
  const { user } = useSession()
  const may = useMay()
  const navigate = useNavigate()
  if (user.isStaff || !may('users', 'w')) return []
  return [
    {
      id: 'invite',
      label: t('invite'),
      leftSection: <IconUserPlus size={18} stroke={1.75} />,
      onClick: () => void navigate({ to: paths.users, search: { invite: true } }),
    },
  ]
}

/** Users of all accounts, by their id, because their email address may be masked. */
const useStaffUserActions = (text: string): SpotlightActionGroupData => {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const users = useFoundUsers(text).map((user) => ({
    id: user.id,
    label: wordsOf(user).label,
    description: t('userOf', { email: user.email, client: user.clientName }),
    ...fits(text),
    leftSection: <IconUser size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: paths.adminUsers, search: { search: user.isMasked ? user.id : user.email } }),
  }))
  return { group: t('users'), actions: users }
}

export const useStaffActions = (text: string): SpotlightActionGroupData[] => {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const clients = useFoundClients(text).map((client) => ({
    id: client.id,
    label: client.name,
    ...(client.ownerEmail ? { description: client.ownerEmail } : {}),
    ...fits(text),
    leftSection: <IconBuilding size={18} stroke={1.75} />,
    onClick: () => void navigate({ to: paths.adminClients, search: { client: client.id } }),
  }))
  return [{ group: t('clients'), actions: clients }, useStaffUserActions(text)]
}
