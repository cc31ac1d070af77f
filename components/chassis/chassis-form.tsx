'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { pickedId, useDatacenterLoaders } from '../datacenter/loaders.ts'
import { UnitField } from '../datacenter/unit-field.tsx'
import { NumberField, PickerField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { FieldRow } from '../ui/form-layout.tsx'

const name = z.string().trim().min(1).max(49)
const note = z.string().max(1500)

function useLabels() {
  const t = useTranslations('chassis.fields')
  return {
    name: t('name'),
    size: t('size'),
    server_slot_count: t('server_slot_count'),
    rack: t('rack'),
    unit: t('unit'),
    note: t('note'),
  }
}

/** A chassis in a free place of a rack. */
export function NewChassis({ onClose }: { onClose: () => void }) {
  const t = useTranslations('chassis')
  const label = useLabels()
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const { racks } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      name,
      note,
      size: z.int().min(1).max(10),
      server_slot_count: z.int().min(2).max(32),
      rack: z.object({ value: z.string(), label: z.string() }).nullable().refine(Boolean, t('form.rackFirst')),
      unit: z.string().min(1, t('form.unitFirst')),
    }),
    defaultValues: { name: '', note: '', size: 4, server_slot_count: 8, rack: null, unit: '' },
  })
  const { control } = panel.form
  const [rack, size] = panel.form.watch(['rack', 'size'])
  return (
    <FormDialog
      panel={panel}
      labels={label}
      title={t('create')}
      description={t('form.hint')}
      submitLabel={t('create')}
      onClose={onClose}
      onSubmit={async ({ rack: chosen, unit, ...body }) => {
        const { id } = await dci.chassis.create.mutate({
          params: { rack_id: Number(chosen?.value) },
          body: { ...body, unit: Number(unit) },
        })
        router.push(paths.chassis(id))
        await queries.invalidateQueries(trpc.dci.pathFilter())
      }}
    >
      <TextField control={control} name="name" label={label.name} autoFocus required />
      <FieldRow>
        <NumberField control={control} name="size" label={label.size} unit="U" required />
        <NumberField control={control} name="server_slot_count" label={label.server_slot_count} required />
      </FieldRow>
      <FieldRow>
        <PickerField control={control} name="rack" label={label.rack} load={racks.load} required />
        <UnitField
          control={control}
          name="unit"
          rack={pickedId(rack)}
          device={typeof size === 'number' ? { size, width: 'full', face: 'front', depth: 'full' } : null}
        />
      </FieldRow>
      <TextareaField control={control} name="note" label={label.note} rows={2} />
    </FormDialog>
  )
}

/** Name and note; another place is a matter of the rack diagram. */
export function EditChassis({ chassis, onClose }: { chassis: Chassis; onClose: () => void }) {
  const t = useTranslations('chassis')
  const label = useLabels()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const panel = usePanelForm({
    schema: z.object({ name, note }),
    defaultValues: { name: chassis.name, note: chassis.note },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      labels={label}
      title={t('form.editTitle', { name: chassis.name })}
      submitLabel={t('form.save')}
      onClose={onClose}
      onSubmit={async (body) => {
        await dci.chassis.edit.mutate({ params: { chassis_id: chassis.id }, body, if_match: chassis.version })
        await queries.invalidateQueries(trpc.dci.chassis.pathFilter())
      }}
    >
      <TextField control={control} name="name" label={label.name} autoFocus required />
      <TextareaField control={control} name="note" label={label.note} rows={2} />
    </FormDialog>
  )
}
