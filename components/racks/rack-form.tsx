'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { NumberField, PickerField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { FieldRow } from '../ui/form-layout.tsx'
import type { LoadOptions } from '../ui/use-options.ts'
import type { RackPart } from './use-rack-actions.tsx'

const picked = z.object({ value: z.string(), label: z.string() })

/** A new rack leads on to its page; location and height of an existing one stay as they are. */
export function RackForm(props: { rack?: RackPart; location?: { id: number; name: string }; onClose: () => void }) {
  const { rack, location, onClose } = props
  const t = useTranslations('racks')
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const locations: LoadOptions = useMemo(
    () => async (search, signal) => {
      const { list, size } = await dci.location.list.query(
        { query: { search, orderby: 'name', limit: '0,20' } },
        { signal },
      )
      return { list: list.map(({ id, name }) => ({ value: String(id), label: name })), size }
    },
    [dci],
  )
  const home = rack?.location ?? location
  const panel = usePanelForm({
    schema: z.object({
      location: picked.nullable().refine((one) => one !== null, t('form.locationMissing')),
      name: z.string().trim().min(1).max(49),
      size: z.int().min(1).max(99),
      note: z.string().trim().max(1500),
    }),
    defaultValues: {
      location: home ? { value: String(home.id), label: home.name } : null,
      name: rack?.name ?? '',
      size: rack?.size ?? 42,
      note: rack?.note ?? '',
    },
  })
  const { control } = panel.form
  const labels = {
    location: t('fields.location'),
    name: t('fields.name'),
    size: t('fields.size'),
    note: t('fields.note'),
  }
  return (
    <FormDialog
      panel={panel}
      title={rack ? t('form.editTitle', { name: rack.name }) : t('form.createTitle')}
      submitLabel={rack ? t('form.save') : t('create')}
      onClose={onClose}
      onSubmit={async ({ location: where, name, size, note }) => {
        if (rack) {
          const params = { rack_id: rack.id }
          await dci.rack.edit.mutate({ params, body: { name, note }, if_match: rack.version })
        } else {
          const params = { location_id: Number(where?.value) }
          const { id } = await dci.rack.create.mutate({ params, body: { name, size, ...(note && { note }) } })
          router.push(paths.rack(id))
        }
        await queries.invalidateQueries(trpc.dci.rack.pathFilter())
      }}
    >
      {rack ? null : (
        <PickerField control={control} name="location" label={labels.location} load={locations} required />
      )}
      <FieldRow>
        <TextField control={control} name="name" label={labels.name} autoFocus required />
        <NumberField
          control={control}
          name="size"
          label={labels.size}
          unit={t('find.unitsWord')}
          disabled={rack !== undefined}
          required
        />
      </FieldRow>
      <TextareaField control={control} name="note" label={labels.note} rows={2} />
    </FormDialog>
  )
}
