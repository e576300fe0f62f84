import { useState } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Question } from '../../cards/question.ts'
import { Questions } from '../../dialogs/Questions.tsx'
import { RunPanel } from '../../progress/RunPanel.tsx'

/** The newest run above the others. */
export const LatestRun = ({ source }: { source: Integration }) => {
  const [question, setQuestion] = useState<Question | null>(null)
  const { last_run: run } = source
  if (!run) return null
  return (
    <>
      <RunPanel source={{ ...source, last_run: run }} onCancel={() => setQuestion({ kind: 'cancel', source })} />
      <Questions question={question} onClose={() => setQuestion(null)} />
    </>
  )
}
