import { useTranslation } from 'react-i18next'
import type { CauseGroup } from './causes.ts'

/** What is wrong with a group of rows, and what to do about it. */
export const useCauseWords = () => {
  const { t } = useTranslation('ghosts')
  return ({ cause, column }: CauseGroup) => {
    const what = t(`skipped.causes.${cause}`)
    return {
      title: column === null ? what : t('skipped.inColumn', { column, cause: what }),
      fix: t(`skipped.fixes.${cause}`),
    }
  }
}
