import { useEffect, useState } from 'react'

const refreshEvery = 30_000

/** The time, as exactly as words like "in 5 min" need it. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  return now
}
