import { Button, Skeleton } from '@mantine/core'
import { IconBuilding, IconTable } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addTranslations } from '#web/lib/i18n.ts'
import { useMay } from '#web/lib/may.ts'
import { ghostMessages } from '#web/messages/en-ghost-companies.ts'
import { sourceMessages } from '#web/messages/en-source.ts'
import { syncMessages } from '#web/messages/en-syncs.ts'
import { paths } from '#web/paths.ts'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import source from '../source/source.module.css'
import { SyncNow } from '../SyncNow.tsx'
import { ConnectPanel } from './connect/ConnectPanel.tsx'
import { FilePanel } from './connect/FilePanel.tsx'
import { GhostHead } from './GhostHead.tsx'
import { SheetView } from './SheetView.tsx'
import { useKnown, type Known } from './use-known.ts'

addTranslations('ghosts', ghostMessages)
addTranslations('source', sourceMessages)
addTranslations('syncs', syncMessages)

const Skeletons = () => (
  <div className={source.source} aria-hidden>
    <Skeleton height={48} />
    <Skeleton height={40} />
    <Skeleton height={320} radius="md" />
  </div>
)

const Missing = () => {
  const { t } = useTranslation('ghosts')
  return (
    <Panel flush>
      <PageTitle title={t('page.missing.title')} />
      <EmptyState
        icon={<IconBuilding size={22} stroke={1.75} />}
        title={t('page.missing.title')}
        text={t('page.missing.text')}
        actions={
          <Button component={Link} to={paths.connections}>
            {t('page.missing.action')}
          </Button>
        }
      />
    </Panel>
  )
}

/** For users who cannot connect a sheet. */
const Waiting = ({ text }: { text: string }) => {
  const { t } = useTranslation('ghosts')
  return (
    <Panel flush>
      <EmptyState icon={<IconTable size={22} stroke={1.75} />} title={t('page.noSheet')} text={text} />
    </Panel>
  )
}

/** The next step: connect a sheet, choose its file, or what is read of it. */
const Step = ({ company, sheet, source, isErasing }: Known): ReactNode => {
  const { t } = useTranslation('ghosts')
  const mayChange = useMay()('ghostCompanies', 'w')
  if (company.status === 'claimed') return <Note kind="info">{t('page.claimed', { name: company.company_name })}</Note>
  if (isErasing) return <Note kind="info">{t('page.erasing')}</Note>
  if (!source) return mayChange ? <ConnectPanel company={company} /> : <Waiting text={t('page.readOnly')} />
  if (sheet.needs === 'file' && source.status === 'active')
    return mayChange ? <FilePanel company={company} /> : <Waiting text={t('page.fileReadOnly')} />
  return <SheetView sheet={sheet} source={source} />
}

const GhostView = (known: Known) => {
  const { company, source: own } = known
  return (
    <div className={source.source}>
      <PageTitle title={company.company_name} />
      {own && own.status === 'active' && own.needs === null && (
        <PageActions>
          <SyncNow source={own} at="page" />
        </PageActions>
      )}
      <GhostHead {...known} />
      <Step {...known} />
    </div>
  )
}

/** One ghost company: its sheet, what is read of it, and its contacts. */
export const GhostCompanyPage = () => {
  const { id = '' } = useParams({ strict: false })
  const { known, isMissing, failure } = useKnown(id)
  if (isMissing) return <Missing />
  if (failure) return <LoadFailed {...failure} />
  return known ? <GhostView key={id} {...known} /> : <Skeletons />
}
