import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAccountActs, type AccountRef, type SandboxRecord } from '#web/data/sandboxes.ts'
import { useErrorText } from '#web/lib/calls/error-text.ts'
import { showToast } from '#web/lib/toast.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'

interface MergeDialogProps {
  place: AccountRef
  person: SandboxRecord
  people: readonly SandboxRecord[]
  onClose: () => void
}

export const MergeDialog = ({ place, person, people, onClose }: MergeDialogProps) => {
  const { t } = useTranslation('sandboxes')
  const { mergePeople } = useAccountActs(place)
  const others = people.filter(({ id }) => id !== person.id)
  const form = useForm({
    initial: { into: others[0]?.id ?? '' },
    rules: {},
    submit: async ({ into }) => {
      await mergePeople.mutateAsync({ from: person.id, into })
      void showToast('success', t('people.merged', { name: person.name }))
      onClose()
    },
    explain: useErrorText(),
  })
  return (
    <FormDialog
      title={t('people.mergeTitle', { name: person.name })}
      text={t('people.mergeText', { name: person.name })}
      action={t('people.mergeAction')}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        label={t('people.into')}
        name="into"
        value={form.values.into}
        data={others.map(({ id, name, detail }) => ({ value: id, label: detail ? `${name} · ${detail}` : name }))}
        onChange={(event) => form.set('into', event.currentTarget.value)}
      />
    </FormDialog>
  )
}
