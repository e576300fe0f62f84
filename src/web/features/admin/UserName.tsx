import { useTranslation } from 'react-i18next'
import { MaskedText } from '#web/ui/MaskedText.tsx'
import { useRevealed } from './Revealed.tsx'

interface Person {
  /** What the person was revealed under. */
  id: string
  name: string | null
  lastname: string | null
  email: string | null
  isMasked: boolean
}

const nameOf = ({ name, lastname }: { name: string | null; lastname: string | null }) =>
  [name, lastname].filter(Boolean).join(' ')

/** A text about a person: as it is once it was revealed, masked before. */
const Shown = ({ person, read }: { person: Person; read: (from: Omit<Person, 'id' | 'isMasked'>) => string | null }) => {
  const { t } = useTranslation('app')
  const revealed = useRevealed().people.get(person.id)
  const text = read(revealed ?? person)
  if (!text) return <span className="dim">{t('noValue')}</span>
  return revealed || !person.isMasked ? <span title={text}>{text}</span> : <MaskedText>{text}</MaskedText>
}

export const UserName = ({ person }: { person: Person }) => <Shown person={person} read={nameOf} />
export const UserFirstName = ({ person }: { person: Person }) => <Shown person={person} read={({ name }) => name} />
export const UserLastName = ({ person }: { person: Person }) => <Shown person={person} read={({ lastname }) => lastname} />
export const UserEmail = ({ person }: { person: Person }) => <Shown person={person} read={({ email }) => email} />
