import { useEffect, useRef } from 'react'

/** Returns after a wait whether the component is still shown. */
export const useIsMounted = () => {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return () => isHere.current
}
