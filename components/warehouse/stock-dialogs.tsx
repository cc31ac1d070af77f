'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { stockFields } from '../../server/domain/warehouse/fields.ts'
import { type WarehouseKind, warehouseStatuses } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { PickerField, SelectField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { pickedId, useDatacenterLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
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
  const { dci } = useTRPCClient()
  const { locations } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      ...formShape(stockFields, 'edit'),
      warehouse_status: z.enum(warehouseStatuses),
      location: z.object({ value: z.string(), label: z.string() }).nullable(),
    }),
    defaultValues: {
      ...formValues(stockFields, 'edit', item ?? { quantity: 1 }),
      warehouse_status: item?.warehouse_status ?? 'in_stock',
      location: item?.location ? { value: String(item.location.id), label: item.location.name } : null,
    },
  })
  const { control } = panel.form
  const own = { control, fields: stockFields, words: 'warehouse' } as const
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
      }}
    >
      <OwnField {...own} name="name" autoFocus />
      <OwnFields {...own} body="edit" without={['name']}>
        <FieldRow>
          <PickerField control={control} name="location" label={t('fields.location')} load={locations.load} clearable />
          <SelectField
            control={control}
            name="warehouse_status"
            label={t('fields.warehouse_status')}
            options={warehouseStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          />
        </FieldRow>
      </OwnFields>
    </FormDialog>
  )
}
