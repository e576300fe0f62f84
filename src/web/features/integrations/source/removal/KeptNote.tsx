import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { Tile } from '#contract/syncs/runs.ts'
import { useMay } from '#web/lib/may.ts'
import { Note } from '#web/ui/Note.tsx'
import { useCounts } from '../../words.ts'
import styles from './removal.module.css'
import { RemoveThem } from './RemoveThem.tsx'

/** Records that an admin decided to keep can still be removed. */
export const KeptNote = ({ integration, tiles }: { integration: Integration; tiles: readonly Tile[] }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const keptOf = (object: Tile['object']) => {
    const pending = tiles.find((tile) => tile.object === object)?.held
    return pending?.kept ? pending.vanished : 0
  }
  const what = useCounts()({ contacts: keptOf('contact'), opportunities: keptOf('opportunity') })
  if (what === '' || integration.status !== 'active') return null
  const decides = may('syncNow', 'x') && may('integrations', 'x')
  return (
    <Note
      kind="info"
      action={
        decides && (
          <span className={styles.acts}>
            <RemoveThem integration={integration} what={what} />
          </span>
        )
      }
    >
      {t('removal.keptNote', { what })}
    </Note>
  )
}
