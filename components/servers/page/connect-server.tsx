'use client'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Server } from '../../../server/domain/server/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { PickerField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { neededShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { typeahead } from '../../resource/loaders.ts'
import type { LoadOptions } from '../../ui/controls/use-options.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'

export type Plug = 'port' | 'outlet'

/** Plugs the server into a free port of a switch, or an outlet of a PDU, of its location. */
export default function ConnectServer({ server, to, onClose }: { server: Server; to: Plug; onClose: () => void }) {
  const t = useTranslations('servers.cables')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      device: neededShape(t(`${to}.deviceFirst`)),
      socket: neededShape(t(`${to}.first`)),
    }),
    defaultValues: { device: null, socket: null },
  })
  const { form } = panel
  const device = form.watch('device')?.value
  // A port is one of its switch: with another switch it has to be chosen anew.
  useEffect(() => {
    if (device !== undefined) form.setValue('socket', null)
  }, [device, form])
  const load = useLoaders(to, server.location_id, Number(device ?? 0))
  return (
    <FormDialog
      panel={panel}
      title={t(`${to}.title`, { name: server.name })}
      submitLabel={t('connect')}
      onClose={onClose}
      onSubmit={async ({ socket }) => {
        const ids = { server_id: server.id, id: Number(socket?.value) }
        await (to === 'port'
          ? dci.switch.connection.create.mutate({ body: { server_id: ids.server_id, switch_port_id: ids.id } })
          : dci.pdu.connection.create.mutate({ body: { server_id: ids.server_id, pdu_port_id: ids.id } }))
      }}
    >
      <FieldRow>
        <PickerField control={form.control} name="device" label={t(`${to}.device`)} load={load.devices} required />
        <PickerField
          key={device ?? ''}
          control={form.control}
          name="socket"
          label={t(`${to}.name`)}
          hint={t('onlyFree')}
          load={load.sockets}
          {...(device === undefined && { disabled: true, placeholder: t(`${to}.deviceFirst`) })}
          required
        />
      </FieldRow>
    </FormDialog>
  )
}

/** Typeaheads over the devices of a location, and over what is free of one of them. */
function useLoaders(to: Plug, location: number, device: number): Record<'devices' | 'sockets', LoadOptions> {
  const { dci } = useTRPCClient()
  const here = {
    where: `location_id EQ ${location}`,
    more: ({ rack }: { rack: { name: string } | null }) => (rack ? { hint: rack.name } : {}),
  }
  const free = { where: "connection_type EQ 'free' AND gone EQ false", first: 60 }
  if (to === 'port') {
    const params = { switch_id: device }
    return {
      devices: typeahead(dci.switch.list.query, here),
      sockets: typeahead((asked, options) => dci.switch.port.list.query({ params, ...asked }, options), {
        ...free,
        orderby: 'if_index',
        more: ({ name, if_index, description }) => ({ label: name || if_index, hint: description }),
      }),
    }
  }
  const params = { pdu_id: device }
  return {
    devices: typeahead(dci.pdu.list.query, here),
    sockets: typeahead((asked, options) => dci.pdu.port.list.query({ params, ...asked }, options), {
      ...free,
      orderby: 'identity',
      more: ({ identity, name }) => ({ label: String(identity), hint: name }),
    }),
  }
}
