'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Server } from '../../server/domain/server/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { pickedId } from '../resource/loaders.ts'
import { PlaceFields } from './place-fields.tsx'

const schema = z.object({
  rack: pickedShape.nullable(),
  unit: z.string(),
  chassis: pickedShape.nullable(),
  slot: z.string(),
})
const names = { rack: 'rack', unit: 'unit', chassis: 'chassis', slot: 'slot' } as const

/** Puts a server into another place that is free. */
export function MoveServer({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('servers')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema,
    defaultValues: {
      rack: optionOf(server.rack),
      unit: String(server.unit ?? ''),
      chassis: optionOf(server.chassis),
      slot: String(server.slot ?? ''),
    },
  })
  const [rack, chassis] = panel.form.watch(['rack', 'chassis'])
  const blade = server.type === 'blade'
  return (
    <FormDialog
      panel={panel}
      title={t('move.title', { name: server.name })}
      description={t('move.about')}
      submitLabel={t('move.submit')}
      onClose={onClose}
      onSubmit={async (values) => {
        const body = blade
          ? { chassis: Number(values.chassis?.value), slot: Number(values.slot) }
          : { rack: Number(values.rack?.value), unit: Number(values.unit) }
        await dci.server.edit.mutate({ params: { server_id: server.id }, body, if_match: server.version })
      }}
    >
      <PlaceFields
        control={panel.form.control}
        names={names}
        frame={server}
        rack={pickedId(rack)}
        chassis={pickedId(chassis)}
        own={server.id}
      />
    </FormDialog>
  )
}
