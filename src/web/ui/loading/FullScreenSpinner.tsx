import { useLayoutEffect } from 'react'
import { holdSplash } from '#web/lib/splash.ts'

/** Where nothing else is on the screen: the spinner that the page came with goes on turning. */
export const FullScreenSpinner = () => {
  useLayoutEffect(holdSplash, [])
  return null
}
