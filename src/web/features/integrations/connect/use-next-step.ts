import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import { innerPaths, paths } from '#web/paths.ts'
import { accountQuestions, type Ask } from '../cards/question.ts'
import { takeConnected } from './connect-return.ts'

/** Scrolls to the card of a source that was just connected, because its first sync shows there. */
const showCard = (id: string): void => {
  const card = document.querySelector<HTMLElement>(`[data-source="${id}"]`)
  card?.scrollIntoView({ block: 'center' })
  card?.focus({ preventScroll: true })
}

/** A source that was just connected may need another choice before its first sync: that dialog opens automatically. */
export const useNextStep = (sources: readonly Integration[] | undefined, onAsk: Ask): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const source = sources && takeConnected(sources)
    if (!source) return
    const { needs } = source
    if (needs === 'ad_account' || needs === 'location') onAsk({ kind: accountQuestions[needs], source })
    if (needs !== 'table') return showCard(source.id)
    const goToMapping = async () => {
      // Back leads to all sources, not to the vendor.
      await navigate({ to: paths.integrations, search: {}, replace: true })
      await navigate({ to: innerPaths.source, params: { id: source.id }, search: { tab: 'mapping' } })
    }
    void goToMapping()
  }, [sources, onAsk, navigate])
}
