import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense } from 'react'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))

interface CommandKeyProps {
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** Cmd-K or Ctrl-K anywhere; the palette is loaded on first use. */
export const CommandKey = ({ open, onOpen, onClose }: CommandKeyProps) => {
  useHotkeys([['mod+K', onOpen]], [])
  return open ? (
    <Suspense fallback={null}>
      <CommandPalette onClose={onClose} />
    </Suspense>
  ) : null
}
