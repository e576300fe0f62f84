// Who may use webhooks, beyond the table of rights.
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/context.ts'

/** Admins of companies have the right for webhooks that leave their account. What arrives is a matter of agencies. */
export const checkIsAgency = ({ accountType }: Pick<Caller, 'accountType'>): void => {
  if (accountType !== 'AGENCY')
    throw new AppError('FORBIDDEN', { detail: 'Only agencies receive leads by webhook. A company connects its CRM instead.' })
}

/** A user who sees some companies only neither sees what arrives for others, nor for the agency itself. */
export const seesCompany = ({ companies }: Pick<Caller, 'companies'>, companyId: string | null): boolean =>
  companies === 'all' || (companyId !== null && companies.includes(companyId))
