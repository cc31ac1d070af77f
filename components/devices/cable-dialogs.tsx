'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { neededShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useLoaders } from '../resource/loaders.ts'

/** Plugs a server into a port or an outlet. */
export function ConnectServer(props: {
  title: string
  connect: (server_id: number) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('device.cable')
  const { servers } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({ server_id: neededShape(t('serverFirst')) }),
    defaultValues: { server_id: null },
  })
  return (
    <FormDialog
      panel={panel}
      title={props.title}
      submitLabel={t('connect')}
      onClose={props.onClose}
      onSubmit={async ({ server_id }) => {
        await props.connect(Number(server_id?.value))
      }}
    >
      <PickerField
        control={panel.form.control}
        name="server_id"
        label={t('server')}
        load={servers.load}
        hint={t('sameLocation')}
        required
      />
    </FormDialog>
  )
}

/** Says that a port or an outlet serves something that is no server of the panel. */
export function MarkService(props: { title: string; mark: (info: string) => Promise<unknown>; onClose: () => void }) {
  const t = useTranslations('device.cable')
  const panel = usePanelForm({
    schema: z.object({ connection_type_info: z.string().trim().max(500) }),
    defaultValues: { connection_type_info: '' },
  })
  return (
    <FormDialog
      panel={panel}
      title={props.title}
      submitLabel={t('mark')}
      onClose={props.onClose}
      onSubmit={async ({ connection_type_info }) => {
        await props.mark(connection_type_info)
      }}
    >
      <TextField
        control={panel.form.control}
        name="connection_type_info"
        label={t('serves')}
        placeholder={t('servesExample')}
      />
    </FormDialog>
  )
}
