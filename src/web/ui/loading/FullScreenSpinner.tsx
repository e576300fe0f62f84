import { useLayoutEffect } from 'react'
import { holdSplash } from '#web/lib/splash.ts'

/** Shows the spinner of the initial page while nothing else is on the screen. */
export const FullScreenSpinner = () => {
  useLayoutEffect(holdSplash, [])
  return null
}
