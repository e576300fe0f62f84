import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { propertyTypes, type PropertyType, type WebhookProperty } from '#contract/webhooks/properties.ts'
import { useProperties } from '#web/data/webhooks/properties.ts'
import { useAct } from '#web/lib/use-act.ts'
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx'
import { FieldPair } from '#web/ui/fields/FieldPair.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useTargetOptions } from '../property-words.ts'
import { usePropertyForm } from './use-property-form.ts'

interface PropertyDialogProps {
  /** Without it a new one is added. */
  property?: WebhookProperty
  onClose: () => void
}

type Form = ReturnType<typeof usePropertyForm>

const TypeFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation('webhooks')
  const { values, errors, set } = form
  return (
    <>
      <FieldPair>
        <NativeSelect
          name="type"
          label={t('properties.form.type')}
          value={values.type}
          error={errors.type}
          data={propertyTypes.map((type) => ({ value: type, label: t(`properties.types.${type}`) }))}
          onChange={(event) => set('type', event.currentTarget.value)}
        />
        <NativeSelect
          name="maps_to"
          label={t('properties.form.target')}
          value={values.maps_to}
          error={errors.maps_to}
          data={useTargetOptions(values.maps_to)}
          onChange={(event) => set('maps_to', event.currentTarget.value)}
        />
      </FieldPair>
      {(values.type as PropertyType) === 'enum' && (
        <Textarea
          name="enum_values"
          label={t('properties.form.values')}
          rows={4}
          value={values.enum_values}
          error={errors.enum_values}
          onChange={(event) => set('enum_values', event.currentTarget.value)}
        />
      )}
    </>
  )
}

/** Someone else was faster: what they saved replaces what was typed only when that is asked for. */
const Stale = ({ id, onLoaded }: { id: string; onLoaded: (property: WebhookProperty) => void }) => {
  const { t } = useTranslation('webhooks')
  const query = useProperties()
  const { act, isBusy } = useAct()
  const load = () =>
    act(
      () => query.refetch({ throwOnError: true }),
      ({ data }) => {
        const current = data?.items.find((property) => property.id === id)
        if (current) onLoaded(current)
      },
    )
  return (
    <Note
      kind="bad"
      action={
        <Button variant="default" size="xs" loading={isBusy} onClick={() => void load()}>
          {t('properties.form.reload')}
        </Button>
      }
    >
      {t('properties.form.stale')}
    </Note>
  )
}

interface FormProps extends PropertyDialogProps {
  onReload: (property: WebhookProperty) => void
}

const PropertyForm = ({ property, onReload, onClose }: FormProps) => {
  const { t } = useTranslation('webhooks')
  const form = usePropertyForm({ property, onSaved: onClose })
  const mark = (name: 'required' | 'pii') => ({
    checked: form.values[name] !== '',
    onChange: (event: { currentTarget: HTMLInputElement }) => form.set(name, event.currentTarget.checked ? 'yes' : ''),
  })
  return (
    <FormDialog
      title={property ? t('properties.form.editTitle', { name: property.label }) : t('properties.form.addTitle')}
      text={t('properties.form.text')}
      action={property ? t('properties.form.save') : t('properties.add')}
      isWide
      isFilled={form.isDirty}
      form={form}
      onClose={onClose}
    >
      <FieldPair>
        <TextInput
          {...form.field('name')}
          label={t('properties.form.name')}
          description={t('properties.form.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...form.field('label')} label={t('properties.form.label')} maxLength={50} autoComplete="off" />
      </FieldPair>
      <TypeFields form={form} />
      <TextInput {...form.field('example')} label={t('properties.form.example')} maxLength={200} autoComplete="off" />
      <Checkbox {...mark('required')} label={t('properties.form.required')} description={t('properties.form.requiredHint')} />
      <Checkbox {...mark('pii')} label={t('properties.form.personal')} description={t('properties.form.personalHint')} />
      {property && form.isStale && <Stale id={property.id} onLoaded={onReload} />}
    </FormDialog>
  )
}

/** Adds a property to the catalog, or changes one. */
export const PropertyDialog = ({ property, onClose }: PropertyDialogProps) => {
  const [base, setBase] = useState(property)
  return <PropertyForm key={base?.version} {...(base ? { property: base } : {})} onReload={setBase} onClose={onClose} />
}
