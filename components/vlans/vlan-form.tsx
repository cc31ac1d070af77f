'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { NumberField, PickerField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { FieldRow } from '../ui/form-layout.tsx'

/** A VLAN of a location; its number and its location stay what they are. */
export function VlanForm({ vlan, onClose }: { vlan?: Vlan; onClose: () => void }) {
  const t = useTranslations('vlans')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const { locations } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      location: z.object({ value: z.string(), label: z.string() }).nullable().refine(Boolean, t('form.locationFirst')),
      id: z
        .int()
        .min(1)
        .max(4094)
        .nullable()
        .refine((id) => id !== null, t('form.idFirst')),
      name: z
        .string()
        .trim()
        .min(1)
        .max(49)
        .regex(/^[A-Za-z0-9_-]+$/, t('form.nameWrong')),
      note: z.string().max(1500),
    }),
    defaultValues: {
      location: vlan ? { value: String(vlan.location_id), label: vlan.location_name } : null,
      id: vlan?.id ?? null,
      name: vlan?.name ?? '',
      note: vlan?.note ?? '',
    },
  })
  const { control } = panel.form
  const label = { location: t('fields.location'), id: t('fields.id'), name: t('fields.name'), note: t('fields.note') }
  return (
    <FormDialog
      panel={panel}
      title={vlan ? t('form.editTitle', { name: vlan.name }) : t('create')}
      submitLabel={vlan ? t('form.save') : t('create')}
      onClose={onClose}
      onSubmit={async ({ location, id, name, note }) => {
        if (vlan)
          await dci.vlan.edit.mutate({
            params: { location_id: vlan.location_id, vlan_id: vlan.id },
            body: { name, note },
            if_match: vlan.version,
          })
        else
          await dci.vlan.create.mutate({
            params: { location_id: Number(location?.value) },
            body: { id: id ?? 0, name, note },
          })
        await queries.invalidateQueries(trpc.dci.vlan.pathFilter())
      }}
    >
      {vlan ? null : (
        <FieldRow>
          <PickerField control={control} name="location" label={label.location} load={locations.load} required />
          <NumberField control={control} name="id" label={label.id} hint={t('form.idHint')} required />
        </FieldRow>
      )}
      <TextField control={control} name="name" label={label.name} mono autoFocus={vlan !== undefined} required />
      <TextareaField control={control} name="note" label={label.note} rows={2} />
    </FormDialog>
  )
}
