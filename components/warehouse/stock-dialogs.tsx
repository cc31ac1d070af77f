'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { type WarehouseKind, warehouseStatuses } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { pickedId, useDatacenterLoaders } from '../datacenter/loaders.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { NumberField, PickerField, SelectField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { FieldRow } from '../ui/form-layout.tsx'
import type { StockAsking } from './use-stock-actions.tsx'

/** What a command on stock asks before it is done. Loaded with the first of them. */
export default function StockDialogs({ asked, onClose }: { asked: StockAsking; onClose: () => void }) {
  const t = useTranslations('warehouse')
  const { dci } = useTRPCClient()
  if (asked.command === 'create') return <StockForm device_type={asked.device_type} onClose={onClose} />
  const { id, name, device_type } = asked.item
  if (asked.command === 'edit') return <StockForm item={asked.item} device_type={device_type} onClose={onClose} />
  return (
    <DeleteObject
      name={name}
      lost={t('lost')}
      action={t('delete')}
      list={paths.warehouse()}
      run={() => dci.warehouse.delete.mutate({ params: { device_type, stock_item_id: id } })}
      onClose={onClose}
    />
  )
}

function StockForm({
  item,
  device_type,
  onClose,
}: {
  item?: StockItem
  device_type: WarehouseKind
  onClose: () => void
}) {
  const t = useTranslations('warehouse')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const { locations } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(1, t('nameFirst')).max(200),
      warehouse_status: z.enum(warehouseStatuses),
      serial: z.string().trim().max(200),
      quantity: z.int().min(1).max(1_000_000),
      location: z.object({ value: z.string(), label: z.string() }).nullable(),
      place: z.string().max(200),
      note: z.string().max(1500),
    }),
    defaultValues: {
      name: item?.name ?? '',
      warehouse_status: item?.warehouse_status ?? 'in_stock',
      serial: item?.serial ?? '',
      quantity: item?.quantity ?? 1,
      location: item?.location ? { value: String(item.location.id), label: item.location.name } : null,
      place: item?.place ?? '',
      note: item?.note ?? '',
    },
  })
  const { control } = panel.form
  const label = {
    name: t('fields.name'),
    warehouse_status: t('fields.warehouse_status'),
    serial: t('fields.serial'),
    quantity: t('fields.quantity'),
    location: t('fields.location'),
    place: t('fields.place'),
    note: t('fields.note'),
  }
  return (
    <FormDialog
      panel={panel}
      title={item ? t('editTitle', { name: item.name }) : t(`createTitle.${device_type}`)}
      submitLabel={item ? t('save') : t('create')}
      onClose={onClose}
      onSubmit={async ({ location, ...plain }) => {
        const body = { ...plain, location: pickedId(location) }
        if (item)
          await dci.warehouse.edit.mutate({
            params: { device_type, stock_item_id: item.id },
            body,
            if_match: item.version,
          })
        else await dci.warehouse.create.mutate({ params: { device_type }, body })
        await queries.invalidateQueries(trpc.dci.warehouse.pathFilter())
      }}
    >
      <TextField control={control} name="name" label={label.name} autoFocus required autoComplete="off" />
      <FieldRow columns={2}>
        <TextField
          control={control}
          name="serial"
          label={label.serial}
          hint={t('serialHint')}
          mono
          autoComplete="off"
        />
        <NumberField control={control} name="quantity" label={label.quantity} min={1} required />
      </FieldRow>
      <SelectField
        control={control}
        name="warehouse_status"
        label={label.warehouse_status}
        options={warehouseStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <FieldRow columns={2}>
        <PickerField control={control} name="location" label={label.location} load={locations.load} clearable />
        <TextField control={control} name="place" label={label.place} hint={t('placeHint')} autoComplete="off" />
      </FieldRow>
      <TextareaField control={control} name="note" label={label.note} rows={2} />
    </FormDialog>
  )
}
