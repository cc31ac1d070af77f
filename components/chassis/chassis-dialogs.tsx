'use client'
import { chassisFields } from '../../server/domain/chassis/fields.ts'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'

/** Dialogs of the commands on chassis. A new one has a page of its own. */
export default function ChassisDialogs(props: DialogsProps<Asking<Chassis>>) {
  const { dci } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="chassis"
      form={(form) => <ChassisForm {...form} />}
      remove={({ id }) => ({
        page: paths.chassis(id),
        list: paths.allChassis(),
        run: () => dci.chassis.delete.mutate({ params: { chassis_id: id } }),
      })}
    />
  )
}

/** Name and note; it is moved in the rack diagram. */
function ChassisForm({ record, onClose }: FormProps<Chassis>) {
  const { dci } = useTRPCClient()
  const { panel, own } = useRecordForm(chassisFields, 'chassis', 'edit', record)
  return (
    <RecordForm
      words="chassis"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async (values) => {
        if (!record) return
        const body = toEdit(chassisFields, values, record)
        await dci.chassis.edit.mutate({ params: { chassis_id: record.id }, body, if_match: record.version })
      }}
    >
      <OwnFields {...own} body="edit" autoFocus />
    </RecordForm>
  )
}
