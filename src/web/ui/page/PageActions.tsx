import { useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const neverChanges = () => () => undefined
const findPlace = () => document.getElementById('page-actions')

/** Puts a page's own actions into the header of whatever frame it stands in. */
export const PageActions = ({ children }: { children: ReactNode }) => {
  const place = useSyncExternalStore(neverChanges, findPlace)
  return place && createPortal(children, place)
}
