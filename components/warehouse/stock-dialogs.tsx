'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { stockFields } from '../../server/domain/warehouse/fields.ts'
import { type WarehouseKind, warehouseStatuses } from '../../server/domain/warehouse/kinds.ts'
import type { StockItem } from '../../server/domain/warehouse/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField, SelectField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { paths } from '../paths.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { StockAsking } from './use-stock-actions.tsx'

/** Dialogs of the commands on spares. */
export default function StockDialogs({ asked, onClose }: DialogsProps<StockAsking>) {
  const { dci } = useTRPCClient()
  const { device_type } = asked.command === 'create' ? asked : asked.record
  return (
    <RecordDialogs<StockItem>
      asked={asked}
      onClose={onClose}
      words="warehouse"
      form={(form) => <StockForm device_type={device_type} {...form} />}
      remove={({ id }) => ({
        list: paths.warehouse(),
        run: () => dci.warehouse.delete.mutate({ params: { device_type, stock_item_id: id } }),
      })}
    />
  )
}

function StockForm({ record, device_type, onClose }: FormProps<StockItem> & { device_type: WarehouseKind }) {
  const t = useTranslations('warehouse')
  const { dci } = useTRPCClient()
  const { locations } = useLoaders()
  const home = record?.location
  const { panel, own } = useRecordForm(stockFields, 'warehouse', 'edit', record ?? { quantity: 1 }, {
    shape: { warehouse_status: z.enum(warehouseStatuses), location: pickedShape.nullable() },
    values: {
      warehouse_status: record?.warehouse_status ?? 'in_stock',
      location: optionOf(home),
    },
  })
  const { control } = own
  return (
    <RecordForm
      words="warehouse"
      record={record}
      panel={panel}
      {...(!record && { title: t(`createTitles.${device_type}`) })}
      onClose={onClose}
      onSubmit={async ({ location, ...plain }) => {
        const body = { ...plain, location: pickedId(location) }
        if (record) {
          const params = { device_type, stock_item_id: record.id }
          await dci.warehouse.edit.mutate({ params, body, if_match: record.version })
        } else await dci.warehouse.create.mutate({ params: { device_type }, body })
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
    </RecordForm>
  )
}
