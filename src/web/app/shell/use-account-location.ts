import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** My Account lies above the page. */
    account?: true
  }
}

/** My Account is an entry in the browser's history: Back closes it, and so does everything that leads to another page. */
export const useAccountLocation = () => {
  const { history } = useRouter()
  const navigate = useNavigate()
  const isOpen = useRouterState({ select: ({ location }) => location.state.account ?? false })
  const open = useCallback(
    () => void navigate({ to: '.', search: true, hash: true, state: { account: true }, resetScroll: false }),
    [navigate],
  )
  const close = useCallback(() => history.back(), [history])
  return { isOpen, open, close }
}
