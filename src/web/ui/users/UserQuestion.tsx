import type { User } from '#contract/users/users.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx'
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx'

interface UserQuestionWords {
  title: string
  /** What will happen. */
  text: string
  /** The same for a user who has not accepted the invitation. */
  textInvited?: string
  action: string
  done: string
}

interface UserQuestionProps {
  user: User
  words: UserQuestionWords
  /** Staff act in an account that is not their own, or on other staff: they have to give a reason. */
  asksWhy?: boolean
  isDangerous?: boolean
  act: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation before an admin of the account, or staff, act on a user. */
export const UserQuestion = ({ user, words, asksWhy = false, isDangerous = false, act, onClose }: UserQuestionProps) => {
  const { title, textInvited, action, done } = words
  const text = (user.status === 'INVITED' && textInvited) || words.text
  if (!asksWhy) return <ConfirmDialog {...{ title, text, action, done, onClose }} onConfirm={() => act('')} />
  const confirm = async (reason: string) => {
    await act(reason)
    void showToast('success', done)
  }
  return <ReasonDialog {...{ title, text, action, isDangerous, onClose }} onConfirm={confirm} />
}
