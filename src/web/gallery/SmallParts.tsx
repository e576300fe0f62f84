import { Button } from '@mantine/core'
import { Avatar } from '#web/ui/users/Avatar.tsx'
import { BusyButton } from '#web/ui/BusyButton.tsx'
import { CenteredSpinner } from '#web/ui/loading/CenteredSpinner.tsx'
import { ProgressBar } from '#web/ui/loading/ProgressBar.tsx'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Logo } from '#web/ui/Logo.tsx'
import { Mark } from '#web/ui/Mark.tsx'
import { MaskedText } from '#web/ui/MaskedText.tsx'
import { PageActions } from '#web/ui/page/PageActions.tsx'
import { PageHeading } from '#web/ui/page/PageHeading.tsx'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { SkeletonRows } from '#web/ui/table/rows/SkeletonRows.tsx'
import { Tile } from '#web/ui/page/Tile.tsx'
import styles from './gallery.module.css'
import { Group } from './Group.tsx'

const drawing = { color: '#215BDA', paths: ['M6 6H18V18H6Z'] }
const minute = 60_000
const now = Date.now()
const ages = [0, 5 * minute, 180 * minute, 3 * 1440 * minute, 30 * 1440 * minute].map((age) => new Date(now - age).toISOString())

const Marks = () => (
  <Panel title="Names and marks">
    <div className={styles.line}>
      <Mark size={32} />
      <Avatar name="Ana Whitfield" />
      <Avatar name="Ana Whitfield" size={32} />
      <Avatar name="Ana Whitfield" size={40} />
      <Tile name="Brightsmile Dental" size={24} />
      <Tile name="Brightsmile Dental" size={28} />
      <Tile name="Brightsmile Dental" />
      <Logo name="Harbor CRM" drawing={undefined} />
      <Logo name="Harbor CRM" drawing={drawing} size={40} />
    </div>
  </Panel>
)

const Waiting = () => (
  <>
    <Panel title="Spinner">
      <CenteredSpinner />
    </Panel>
    <Panel title="Progress">
      <div className="stack">
        <ProgressBar label="Sync" value={40} />
        <ProgressBar label="Sync that waits" value={40} isStill />
        <ProgressBar label="Sync without a total" value={null} />
      </div>
    </Panel>
    <Panel flush title="Rows that load">
      <SkeletonRows rows={3} />
    </Panel>
  </>
)

export const SmallParts = () => (
  <Group title="Small parts">
    <PageTitle title="All components" />
    <PageActions>
      <Button variant="default" size="xs">
        Page action
      </Button>
    </PageActions>
    <div className={styles.pair}>
      <Panel title="Status">
        <div className={styles.line}>
          <StatusBadge kind="good">Active</StatusBadge>
          <StatusBadge kind="wait">Waiting</StatusBadge>
          <StatusBadge kind="bad">Failed</StatusBadge>
          <StatusBadge kind="off">Off</StatusBadge>
          <StatusBadge kind="info">Running</StatusBadge>
        </div>
      </Panel>
      <Marks />
      <Panel title="Heading of a page">
        <PageHeading
          mark={<Tile name="Brightsmile Dental" size={40} />}
          title="Brightsmile Dental"
          badge={<StatusBadge kind="good">Active</StatusBadge>}
          text="Company · shared since Monday"
        />
      </Panel>
      <Panel title="Times">
        <div className={styles.line}>
          {ages.map((instant) => (
            <RelativeTime key={instant} instant={instant} />
          ))}
        </div>
      </Panel>
      <Panel
        title="Hidden text"
        note="a note beside the title"
        aside={<CopyButton text="north" words={{ copy: 'Copy', copied: 'Copied', refused: 'Not copied' }} />}
      >
        <MaskedText>●●●●●</MaskedText>
      </Panel>
      <Panel title="Buttons">
        <div className={styles.line}>
          <BusyButton busy={false}>Save</BusyButton>
          <BusyButton busy>Save</BusyButton>
          <Button variant="default">Cancel</Button>
          <Button color="red">Remove</Button>
          <Button disabled>Disabled</Button>
        </div>
      </Panel>
      <Waiting />
    </div>
  </Group>
)
