import { Button } from '@mantine/core'
import { IconAlertTriangle, IconWifiOff } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asMissingPart, MissingPart, reloadOnce } from '#web/lib/missing-part.ts'
import { canReachServer, onBackOnline } from '#web/lib/network.ts'
import { FullScreenSpinner } from '#web/ui/loading/FullScreenSpinner.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'

type State = 'checking' | 'offline' | 'broken'

const checkedEvery = 5_000

const checkServer = async (apply: (isThere: boolean) => void): Promise<void> => apply(await canReachServer())

/** Reloads the page as soon as the server responds again, to download the missing part. */
const useRepair = (error: unknown) => {
  const isMissing = asMissingPart(error) instanceof MissingPart || !navigator.onLine
  const [state, setState] = useState<State>(isMissing ? 'checking' : 'broken')
  const apply = useCallback((isThere: boolean) => {
    if (!isThere) setState('offline')
    else if (!reloadOnce()) setState('broken')
  }, [])
  useEffect(() => {
    if (!isMissing) return undefined
    void checkServer(apply)
    return onBackOnline(() => void checkServer(apply))
  }, [isMissing, apply])
  // The browser may have been online all along, with a server that was too busy to answer.
  useEffect(() => {
    if (state !== 'offline') return undefined
    const timer = setInterval(() => void checkServer(apply), checkedEvery)
    return () => clearInterval(timer)
  }, [state, apply])
  const tryAgain = () => void checkServer(apply)
  return { state, tryAgain }
}

interface BrokenPageProps {
  error: unknown
  heading?: 'h1' | 'h2'
}

/** Explains why a page cannot be shown, and repairs what a reload can repair. */
export const BrokenPage = ({ error, heading = 'h2' }: BrokenPageProps) => {
  const { t } = useTranslation()
  const { state, tryAgain } = useRepair(error)
  if (state === 'checking') return <FullScreenSpinner />
  const isOffline = state === 'offline'
  return (
    <EmptyState
      fullScreen
      heading={heading}
      icon={isOffline ? <IconWifiOff size={22} stroke={1.75} /> : <IconAlertTriangle size={22} stroke={1.75} />}
      title={t(isOffline ? 'offline.title' : 'crash.title')}
      text={t(isOffline ? 'offline.text' : 'crash.text')}
      actions={
        <Button onClick={() => (isOffline ? tryAgain() : location.reload())}>{t(isOffline ? 'tryAgain' : 'reload')}</Button>
      }
    />
  )
}
