import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Connection } from '#contract/connections/connections.ts'
import type { Agreement } from '#web/data/connections/agreements.ts'
import { addressOf, innerPaths } from '#web/paths.ts'
import { Note } from '#web/ui/Note.tsx'

/** The newest request of the agency that no version has answered. */
const openRequest = ({ versions, comments }: Agreement) => {
  const request = comments
    .filter(({ kind }) => kind === 'data_requested')
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))[0]
  const answeredAt =
    versions
      .map(({ submittedAt }) => submittedAt ?? '')
      .toSorted()
      .at(-1) ?? ''
  return request && request.createdAt > answeredAt ? request : undefined
}

/** For the company: what the agency asks for, until a new version is sent. */
export const DataRequest = ({ connection, agreement }: { connection: Connection; agreement: Agreement }) => {
  const { t } = useTranslation('sharing')
  const { id, name, side, state, allowedActions } = connection
  const request = openRequest(agreement)
  if (side !== 'COMPANY' || state !== 'ACTIVE' || !request) return null
  return (
    <Note
      kind="wait"
      action={
        allowedActions.includes('save_criteria') && (
          <Button component={Link} to={addressOf(innerPaths.criteria, id)} size="xs" variant="default">
            {t('request.change')}
          </Button>
        )
      }
    >
      <span className="medium">{t('request.asked', { name })}</span> {request.text}
    </Note>
  )
}
