import { useEffect } from 'react'
import { loadAccount } from './load-account.ts'
import { usePart } from './use-part.ts'

/** My Account above whatever page is open; loaded on first use. */
export const AccountWindow = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [AccountModal, fetchAccount] = usePart(loadAccount)
  useEffect(() => {
    if (!open || AccountModal) return
    void fetchAccount().then((hasArrived) => hasArrived || onClose())
  }, [open, AccountModal, fetchAccount, onClose])
  return AccountModal && <AccountModal opened={open} onClose={onClose} />
}
