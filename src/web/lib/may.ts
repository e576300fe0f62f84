import { may, type Area, type AccessProfile, type Right } from '#contract/users/permissions.ts'
import type { CurrentUser } from '#contract/signup/current-user.ts'
import { useSession } from './identity/session.ts'

export const accessProfileOf = ({ role, isOwner, isStaff, client }: CurrentUser): AccessProfile => ({
  role,
  isOwner,
  isStaff,
  accountType: client.type,
})

/** Whether to show something; the server decides by the same table. */
export const useMay = () => {
  const { user } = useSession()
  return (area: Area, right: Right) => may(accessProfileOf(user), area, right)
}
