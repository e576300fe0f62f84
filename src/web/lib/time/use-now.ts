import { useEffect, useState } from 'react'

const refreshEvery = 30_000

/** The current time, updated often enough for texts like "in 5 min". */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshEvery)
    return () => clearInterval(timer)
  }, [])
  return now
}
