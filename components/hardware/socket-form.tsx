'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'

const schema = z.object({ name: z.string().trim().min(1).max(49), note: z.string().max(1500) })

/** A kind of CPU socket: its name says all of it. */
export function SocketForm({ socket, onClose }: { socket?: CpuSocket; onClose: () => void }) {
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const panel = usePanelForm({ schema, defaultValues: { name: socket?.name ?? '', note: socket?.note ?? '' } })
  const label = { name: t('fields.name'), note: t('fields.note') }
  return (
    <FormDialog
      panel={panel}
      title={socket ? t('editTitle', { name: socket.name }) : t('socket.create')}
      submitLabel={socket ? t('save') : t('socket.create')}
      onClose={onClose}
      onSubmit={async (body) => {
        if (socket)
          await dci.cpuSocket.edit.mutate({
            params: { cpu_socket_id: socket.id },
            body,
            if_match: socket.version,
          })
        else await dci.cpuSocket.create.mutate({ body })
        await queries.invalidateQueries(trpc.dci.cpuSocket.pathFilter())
      }}
    >
      <TextField
        control={panel.form.control}
        name="name"
        label={label.name}
        placeholder="LGA 4189"
        autoFocus
        required
      />
      <TextareaField control={panel.form.control} name="note" label={label.note} rows={2} />
    </FormDialog>
  )
}
