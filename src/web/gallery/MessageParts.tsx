import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { showToast } from '#web/lib/toast.ts'
import { Loaded } from '#web/ui/loading/Loaded.tsx'
import { LoadFailed } from '#web/ui/loading/LoadFailed.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import styles from './gallery.module.css'
import { Group } from './Group.tsx'

const nothing = () => undefined
const waiting = { data: undefined, isError: false, error: null, isFetching: true, refetch: nothing } as const
const answered = { ...waiting, data: '1,204 contacts' } as const

export const MessageParts = () => (
  <Group title="Messages">
    <Note kind="good">Everything is up to date.</Note>
    <Note kind="wait">Syncing paused. We’ll resume automatically at 2:05 PM.</Note>
    <Note kind="bad" action={<Button size="xs">Reconnect</Button>}>
      The vendor revoked our access.
    </Note>
    <Note kind="info">Demo: sandbox data.</Note>
    <LoadFailed error={new Error('The connection was lost')} busy={false} onRetry={nothing} />
    <div className={styles.pair}>
      <Panel flush>
        <EmptyState
          icon={<IconPlugConnected size={22} stroke={1.75} />}
          title="No sources yet"
          text="Connect a CRM, and its contacts appear here."
          actions={<Button>Connect a source</Button>}
        />
      </Panel>
      <Panel title="Loaded">
        <Loaded query={answered} skeleton={null}>
          {(text) => <p>{text}</p>}
        </Loaded>
        <Loaded query={waiting} skeleton={<SkeletonRows rows={2} />}>
          {() => null}
        </Loaded>
      </Panel>
    </div>
    <div className={styles.line}>
      <Button variant="default" onClick={() => void showToast('success', 'Changes saved')}>
        Show a success toast
      </Button>
      <Button variant="default" onClick={() => void showToast('error', 'Changes could not be saved')}>
        Show an error toast
      </Button>
    </div>
  </Group>
)
