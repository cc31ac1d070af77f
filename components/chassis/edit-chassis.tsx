'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'

export const name = z.string().trim().min(1).max(49)
export const note = z.string().max(1500)

/** What the fields of a chassis are called. */
export function useChassisLabels() {
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

/** Name and note; another place is a matter of the rack diagram. */
export function EditChassis({ chassis, onClose }: { chassis: Chassis; onClose: () => void }) {
  const t = useTranslations('chassis')
  const label = useChassisLabels()
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
