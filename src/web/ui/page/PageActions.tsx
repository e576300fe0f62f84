import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const neverChanges = () => () => undefined
const findTarget = () => document.getElementById('page-actions')

/** Puts a page's own actions into the header of the frame around it. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const target = useSyncExternalStore(neverChanges, findTarget)
  return target && createPortal(children, target)
}
