'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { cpuSocketFields } from '../../server/domain/cpu-socket/fields.ts'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { OwnFields } from '../resource/own-fields.tsx'

const schema = z.object(formShape(cpuSocketFields, 'edit'))

/** A kind of CPU socket: its name says all of it. */
export function SocketForm({ socket, onClose }: { socket?: CpuSocket; onClose: () => void }) {
  const t = useTranslations('hardware')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({ schema, defaultValues: formValues(cpuSocketFields, 'edit', socket) })
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
      }}
    >
      <OwnFields fields={cpuSocketFields} words="hardware" body="edit" control={panel.form.control} autoFocus />
    </FormDialog>
  )
}
