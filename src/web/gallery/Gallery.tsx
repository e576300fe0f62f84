import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Mark } from '#web/ui/Mark.tsx'
import { ChartParts } from './ChartParts.tsx'
import { DialogParts } from './DialogParts.tsx'
import { FieldParts } from './FieldParts.tsx'
import styles from './gallery.module.css'
import { MessageParts } from './MessageParts.tsx'
import { SmallParts } from './SmallParts.tsx'
import { TableParts } from './TableParts.tsx'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export const Gallery = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <header className={styles.header}>
        <Mark />
        <h1>Gallery</h1>
        <span id="page-title" className="dim" />
        <span className="grow" />
        <span id="page-actions" />
        <SegmentedControl
          aria-label="Appearance"
          value={colorScheme}
          data={schemes}
          onChange={(value) => setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')}
        />
      </header>
      <main id="content" className={styles.content}>
        <ChartParts />
        <TableParts />
        <SmallParts />
        <MessageParts />
        <FieldParts />
        <DialogParts />
      </main>
    </>
  )
}
