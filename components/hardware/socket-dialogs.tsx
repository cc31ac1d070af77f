'use client'
import { cpuSocketFields } from '../../server/domain/cpu-socket/fields.ts'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'

/** Dialogs of the commands on CPU sockets. */
export default function SocketDialogs(props: DialogsProps<Asking<CpuSocket>>) {
  const { dci } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="hardware.socket"
      form={(form) => <SocketForm {...form} />}
      remove={({ id }) => ({
        list: paths.hardware({ tab: 'sockets' }),
        run: () => dci.cpuSocket.delete.mutate({ params: { cpu_socket_id: id } }),
      })}
    />
  )
}

/** A kind of CPU socket has nothing but its name. */
function SocketForm({ record, onClose }: FormProps<CpuSocket>) {
  const { cpuSocket } = useTRPCClient().dci
  const { panel, own } = useRecordForm(cpuSocketFields, 'hardware', 'edit', record)
  return (
    <RecordForm
      words="hardware.socket"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={(body) =>
        record
          ? cpuSocket.edit.mutate({ params: { cpu_socket_id: record.id }, body, if_match: record.version })
          : cpuSocket.create.mutate({ body })
      }
    >
      <OwnFields {...own} body="edit" autoFocus />
    </RecordForm>
  )
}
