import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Integration } from '#contract/integrations.ts'
import { providerNames } from '#contract/providers.ts'
import type { Tile } from '#contract/runs.ts'
import { useAgreeToRemoval } from '#web/data/runs.ts'
import { figure } from '#web/lib/figure.ts'
import { locale } from '#web/lib/locale.ts'
import { useMay } from '#web/lib/may.ts'
import { showToast } from '#web/lib/toast.ts'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Note } from '#web/ui/Note.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { whyNotNow } from '../run-state.ts'
import styles from './counts.module.css'

type Removal = Pick<Tile, 'object'> & { held: NonNullable<Tile['held']> }

const isRemoval = (tile: Tile): tile is Tile & Removal => tile.held !== null

/** "5,520 of 6,491 people and 30 of 60 opportunities". */
const useWhat = (removals: readonly Removal[]): string => {
  const { t } = useTranslation('source')
  const parts = removals.map(({ object, held: { vanished, own } }) =>
    t(`counts.removal.${object}`, { n: figure(vanished), of: figure(own) }),
  )
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}

interface RemoveProps {
  integration: Integration
  what: string
  isChoice: boolean
}

const Remove = ({ integration, what, isChoice }: RemoveProps) => {
  const { t } = useTranslation('source')
  const agree = useAgreeToRemoval()
  const [asks, setAsks] = useState(false)
  const vendor = providerNames[integration.type]
  const reason = whyNotNow(integration)
  const confirm = async () => {
    await agree.mutateAsync(integration.id)
    void showToast('success', t('counts.removal.started'))
  }
  return (
    <span className={styles.remove}>
      <Button
        size="xs"
        color="red"
        aria-disabled={reason !== null}
        title={reason ? t(`rejects.${reason}`) : undefined}
        onClick={() => reason ?? setAsks(true)}
      >
        {t('counts.removal.action')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('counts.removal.title', { what })}
          text={t(isChoice ? 'counts.removal.textChoice' : 'counts.removal.textVendor', { vendor })}
          action={t('counts.removal.action')}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        />
      )}
    </span>
  )
}

/** More would go than anybody deletes by hand: whom, why, and who may agree to it. */
export const HeldNote = ({ integration, tiles }: { integration: Integration; tiles: readonly Tile[] }) => {
  const { t } = useTranslation('source')
  const may = useMay()
  const removals = tiles.filter(isRemoval)
  const what = useWhat(removals)
  const [first] = removals
  if (!first || integration.status !== 'active') return null
  const isChoice = removals.some(({ held }) => held.cause === 'choice')
  const mayAgree = may('syncNow', 'x') && may('integrations', 'x')
  return (
    <Note kind="wait" action={mayAgree && <Remove integration={integration} what={what} isChoice={isChoice} />}>
      {t(isChoice ? 'counts.removal.choice' : 'counts.removal.vendor', { what, vendor: providerNames[integration.type] })}{' '}
      <RelativeTime instant={first.held.since} />. {!mayAgree && t('counts.removal.adminsOnly')}
    </Note>
  )
}
