import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx'
import { Sheet } from '#web/ui/dialogs/Sheet.tsx'
import styles from './gallery.module.css'
import { Group } from './Group.tsx'

const form = {
  busy: false,
  failure: 'That name is taken.',
  errors: {},
  onSubmit: (event: { preventDefault: () => void }) => event.preventDefault(),
}
const done = () => Promise.resolve()

const dialogs = {
  'Confirm dialog': (onClose: () => void) => (
    <ConfirmDialog title="Remove Ana?" text="She loses access at once." action="Remove" onConfirm={done} onClose={onClose} />
  ),
  'Form dialog': (onClose: () => void) => (
    <FormDialog title="Rename the account" action="Save" form={form} onClose={onClose}>
      <TextInput label="Name" defaultValue="Northlight Growth" />
    </FormDialog>
  ),
  'Reason dialog': (onClose: () => void) => (
    <ReasonDialog
      title="Suspend the account"
      text="We’ll email the owner."
      action="Suspend"
      isDangerous
      onConfirm={done}
      onClose={onClose}
    />
  ),
  Sheet: (onClose: () => void) => (
    <Sheet title="Maya Ellison" note="Brightsmile Dental" closeLabel="Close" closesBeside onClose={onClose}>
      <p>Where each field comes from.</p>
    </Sheet>
  ),
}
type Name = keyof typeof dialogs

export const DialogParts = () => {
  const [open, setOpen] = useState<Name>()
  return (
    <Group title="Dialogs">
      <div className={styles.line}>
        {(Object.keys(dialogs) as Name[]).map((name) => (
          <Button key={name} variant="default" onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
      </div>
      {open && dialogs[open](() => setOpen(undefined))}
    </Group>
  )
}
