import { Button } from '@mantine/core'
import { IconAffiliate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/lib/identity/session.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'

/** Of a connection that is not in the list of this account. */
export const Missing = () => {
  const { t } = useTranslation('connections')
  const side = useSession().user.client.type
  return (
    <Panel flush>
      <PageTitle title={t('detail.missing.title')} />
      <EmptyState
        icon={<IconAffiliate size={22} stroke={1.75} />}
        title={t('detail.missing.title')}
        text={t('detail.missing.text')}
        actions={
          <Button component={Link} to={paths.connections}>
            {t(`detail.missing.action.${side}`)}
          </Button>
        }
      />
    </Panel>
  )
}
