import { useEffect, useRef } from 'react'

/** Tells after a wait whether the person still looks at what they waited for. */
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
