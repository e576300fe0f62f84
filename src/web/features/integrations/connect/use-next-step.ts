import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { accountQuestions, type Ask } from '../cards/question.ts'
import { takeConnected } from './connect-return.ts'

/** The card of a source, in view: what has just been connected shows its first sync there. */
const showCard = (id: string): void => {
  const card = document.querySelector<HTMLElement>(`[data-source="${id}"]`)
  card?.scrollIntoView({ block: 'center' })
  card?.focus({ preventScroll: true })
}

/** What has just been connected may need one more choice before anything is read: that opens by itself. */
export const useNextStep = (sources: readonly Integration[] | undefined, onAsk: Ask): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const source = sources && takeConnected(sources)
    if (!source) return
    const { needs } = source
    if (needs === 'ad_account' || needs === 'location') onAsk({ kind: accountQuestions[needs], source })
    if (needs !== 'table') return showCard(source.id)
    const goToMapping = async () => {
      // The way back leads to all sources, not to the vendor.
      await navigate({ to: paths.integrations, search: {}, replace: true })
      await navigate({ to: innerPaths.source, params: { id: source.id }, search: { tab: 'mapping' } })
    }
    void goToMapping()
  }, [sources, onAsk, navigate])
}
