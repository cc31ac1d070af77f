'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { formValues, toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { vlanFields } from '../../server/domain/vlan/fields.ts'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useDatacenterLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'

/** A VLAN of a location; its number and its location stay what they are. */
export function VlanForm({ vlan, onClose }: { vlan?: Vlan; onClose: () => void }) {
  const t = useTranslations('vlans')
  const { dci } = useTRPCClient()
  const { locations } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      location: z.object({ value: z.string(), label: z.string() }).nullable().refine(Boolean, t('form.locationFirst')),
      ...formShape(vlanFields, 'create'),
    }),
    defaultValues: {
      location: vlan ? { value: String(vlan.location_id), label: vlan.location_name } : null,
      ...formValues(vlanFields, 'create', vlan),
    },
  })
  const { control } = panel.form
  const own = { control, fields: vlanFields, words: 'vlans' } as const
  return (
    <FormDialog
      panel={panel}
      title={vlan ? t('form.editTitle', { name: vlan.name }) : t('create')}
      submitLabel={vlan ? t('form.save') : t('create')}
      onClose={onClose}
      onSubmit={async ({ location, ...values }) => {
        if (vlan)
          await dci.vlan.edit.mutate({
            params: { location_id: vlan.location_id, vlan_id: vlan.id },
            body: toEdit(vlanFields, values, vlan),
            if_match: vlan.version,
          })
        else
          await dci.vlan.create.mutate({
            params: { location_id: Number(location?.value) },
            body: toCreate(vlanFields, values),
          })
      }}
    >
      {vlan ? null : (
        <FieldRow>
          <PickerField control={control} name="location" label={t('fields.location')} load={locations.load} required />
          <OwnField {...own} name="id" />
        </FieldRow>
      )}
      <OwnField {...own} name="name" autoFocus={vlan !== undefined} />
      <OwnFields {...own} body="edit" without={['name']} />
    </FormDialog>
  )
}
