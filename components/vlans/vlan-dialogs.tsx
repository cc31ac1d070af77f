'use client'
import { useTranslations } from 'use-intl'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { vlanFields } from '../../server/domain/vlan/fields.ts'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField } from '../form/fields.tsx'
import { neededShape } from '../form/picked.ts'
import { paths } from '../paths.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'

const paramsOf = ({ location_id, id }: Vlan) => ({ location_id, vlan_id: id })

/** Dialogs of the commands on VLANs. */
export default function VlanDialogs(props: DialogsProps<Asking<Vlan>>) {
  const { dci } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="vlans"
      form={(form) => <VlanForm {...form} />}
      remove={(vlan) => ({
        page: paths.vlan(vlan.location_id, vlan.id),
        list: paths.vlans(),
        run: () => dci.vlan.delete.mutate({ params: paramsOf(vlan) }),
      })}
    />
  )
}

/** A VLAN of a location; its number and its location stay what they are. */
function VlanForm({ record, onClose }: FormProps<Vlan>) {
  const t = useTranslations('vlans')
  const { dci } = useTRPCClient()
  const { locations } = useLoaders()
  const { panel, own } = useRecordForm(vlanFields, 'vlans', 'create', record, {
    shape: { location: neededShape(t('form.locationFirst')) },
    values: { location: record ? { value: String(record.location_id), label: record.location_name } : null },
  })
  return (
    <RecordForm
      words="vlans"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ location, ...values }) => {
        if (record) {
          const body = toEdit(vlanFields, values, record)
          await dci.vlan.edit.mutate({ params: paramsOf(record), body, if_match: record.version })
        } else {
          const params = { location_id: Number(pickedId(location)) }
          await dci.vlan.create.mutate({ params, body: toCreate(vlanFields, values) })
        }
      }}
    >
      {record ? null : (
        <FieldRow>
          <PickerField
            control={own.control}
            name="location"
            label={t('fields.location')}
            load={locations.load}
            required
          />
          <OwnField {...own} name="id" />
        </FieldRow>
      )}
      <OwnField {...own} name="name" autoFocus={record !== undefined} />
      <OwnFields {...own} body="edit" without={['name']} />
    </RecordForm>
  )
}
