import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { Note } from '#web/ui/Note.tsx'
import styles from './mapping.module.css'
import { previewRows } from './preview-rows.ts'
import type { Mapping } from './use-mapping.ts'

/** Publishes the height of the sticky footer, so that toasts are above it. For its `ref`. */
const publishFootHeight = (foot: HTMLElement | null) => {
  if (!foot) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--tb-foot-h', `${foot.offsetHeight}px`))
  observer.observe(foot)
  return () => {
    observer.disconnect()
    style.removeProperty('--tb-foot-h')
  }
}

const Failure = ({ mapping }: { mapping: Mapping }) => {
  const { t } = useTranslation('source')
  const textOf = useErrorText()
  if (!mapping.error) return null
  if (!mapping.isConflict) return <Note kind="bad">{textOf(mapping.error)}</Note>
  return (
    <Note
      kind="bad"
      action={
        <Button variant="default" size="xs" onClick={mapping.discard}>
          {t('mapping.reload')}
        </Button>
      }
    >
      {t('mapping.conflict')}
    </Note>
  )
}

const areAllSkipped = ({ draft, query: { data: preview } }: Mapping): boolean => {
  const rows = preview ? previewRows(preview, draft) : []
  return rows.length > 0 && rows.every(({ problem }) => problem !== null)
}

const useReason = (mapping: Mapping): string => {
  const { obstacle, missing, isTouched, isNew } = mapping
  const { t } = useTranslation('source')
  if (!isTouched && !isNew) return t('mapping.upToDate')
  if (obstacle === 'gone') {
    return t('mapping.whyNot.gone', { fields: missing.map((field) => t(`mapping.fields.${field}`)).join(', ') })
  }
  if (obstacle) return t(`mapping.whyNot.${obstacle}`)
  return t(areAllSkipped(mapping) ? 'mapping.allAside' : 'mapping.unsaved')
}

/** Always visible: whether the mapping is saved, and if not, what is missing. */
export const SaveBar = ({ mapping }: { mapping: Mapping }) => {
  const { t } = useTranslation('source')
  const isSavable = mapping.obstacle === null && (mapping.isTouched || mapping.isNew)
  const save = async () => {
    try {
      await mapping.save()
      void showToast('success', t('mapping.saved'))
    } catch {
      // The bar shows the error.
    }
  }
  return (
    <div ref={publishFootHeight} className={styles.saveBar}>
      <Failure mapping={mapping} />
      <div className={styles.saveRow}>
        <p id="mapping-state" className="small ink-2 grow" aria-live="polite">
          {useReason(mapping)}
        </p>
        {mapping.isTouched && (
          <Button variant="default" disabled={mapping.isSaving} onClick={mapping.discard}>
            {t('mapping.discard')}
          </Button>
        )}
        <BusyButton
          busy={mapping.isSaving}
          variant={areAllSkipped(mapping) ? 'default' : 'filled'}
          aria-disabled={!isSavable}
          aria-describedby="mapping-state"
          onClick={() => isSavable && void save()}
        >
          {t('mapping.save')}
        </BusyButton>
      </div>
    </div>
  )
}
