'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { pickedId, useDatacenterLoaders } from '../datacenter/loaders.ts'
import { UnitField } from '../datacenter/unit-field.tsx'
import { NumberField, PickerField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import type { AskedPlace } from '../gear/gear-form.tsx'
import { FieldRow } from '../ui/form-layout.tsx'
import { name, note, useChassisLabels } from './edit-chassis.tsx'

/** A chassis in a free place of a rack. */
export default function NewChassis({ asked, onClose }: { asked: AskedPlace; onClose: (made: number | null) => void }) {
  const t = useTranslations('chassis')
  const label = useChassisLabels()
  const made = useRef<number | null>(null)
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
    defaultValues: { name: '', note: '', size: 4, server_slot_count: 8, ...asked },
  })
  const { control } = panel.form
  const [rack, size] = panel.form.watch(['rack', 'size'])
  return (
    <FormDialog
      panel={panel}
      title={t('create')}
      description={t('form.hint')}
      submitLabel={t('create')}
      onClose={() => onClose(made.current)}
      onSubmit={async ({ rack: chosen, unit, ...body }) => {
        const { id } = await dci.chassis.create.mutate({
          params: { rack_id: Number(chosen?.value) },
          body: { ...body, unit: Number(unit) },
        })
        made.current = id
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
