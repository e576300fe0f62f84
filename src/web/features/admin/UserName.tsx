import { useTranslation } from 'react-i18next'
import { MaskedText } from '#web/ui/MaskedText.tsx'
import { useRevealed } from './Revealed.tsx'

interface UserFields {
  /** The key under which the user was revealed. */
  id: string
  name: string | null
  lastname: string | null
  email: string | null
  isMasked: boolean
}

const nameOf = ({ name, lastname }: { name: string | null; lastname: string | null }) =>
  [name, lastname].filter(Boolean).join(' ')

/** A text about a user: masked until the user is revealed. */
const Shown = ({ user, read }: { user: UserFields; read: (from: Omit<UserFields, 'id' | 'isMasked'>) => string | null }) => {
  const { t } = useTranslation('app')
  const revealed = useRevealed().users.get(user.id)
  const text = read(revealed ?? user)
  if (!text) return <span className="dim">{t('noValue')}</span>
  return revealed || !user.isMasked ? <span title={text}>{text}</span> : <MaskedText>{text}</MaskedText>
}

export const UserName = ({ user }: { user: UserFields }) => <Shown user={user} read={nameOf} />
export const UserFirstName = ({ user }: { user: UserFields }) => <Shown user={user} read={({ name }) => name} />
export const UserLastName = ({ user }: { user: UserFields }) => <Shown user={user} read={({ lastname }) => lastname} />
export const UserEmail = ({ user }: { user: UserFields }) => <Shown user={user} read={({ email }) => email} />
