'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Server } from '../../server/domain/server/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useLoaders } from '../resource/loaders.ts'

type LinkProps = { server: Server; onClose: () => void }
/** Gives the server to a user, or to none. */
export function ServerOwner({ server, onClose }: LinkProps) {
  const t = useTranslations('servers')
  const common = useTranslations('resource')
  const { dci } = useTRPCClient()
  const { accounts } = useLoaders()
  const owner =
    server.owner === null ? null : { value: String(server.owner), label: server.owner_email ?? String(server.owner) }
  const panel = usePanelForm({ schema: z.object({ owner: pickedShape.nullable() }), defaultValues: { owner } })
  return (
    <FormDialog
      panel={panel}
      title={t('owner.title', { name: server.name })}
      description={t('owner.about')}
      submitLabel={common('save')}
      onClose={onClose}
      onSubmit={async ({ owner: chosen }) => {
        const params = { server_id: server.id }
        if (chosen) await dci.server.setOwner.mutate({ params, body: { owner: Number(chosen.value) } })
        else await dci.server.removeOwner.mutate({ params })
      }}
    >
      <PickerField
        control={panel.form.control}
        name="owner"
        label={t('fields.owner')}
        load={accounts.load}
        placeholder={t('owner.none')}
        clearable
      />
    </FormDialog>
  )
}

/** Says which node of a cluster runs on the server. */
export function ServerNode({ server, onClose }: LinkProps) {
  const t = useTranslations('servers')
  const common = useTranslations('resource')
  const { dci } = useTRPCClient()
  const { nodes } = useLoaders()
  const node = optionOf(server.node)
  const panel = usePanelForm({ schema: z.object({ node: pickedShape.nullable() }), defaultValues: { node } })
  return (
    <FormDialog
      panel={panel}
      title={t('node.title', { name: server.name })}
      description={t('node.about')}
      submitLabel={common('save')}
      onClose={onClose}
      onSubmit={async ({ node: chosen }) => {
        await dci.server.setNode.mutate({
          params: { server_id: server.id },
          body: { node: chosen ? Number(chosen.value) : null },
        })
      }}
    >
      <PickerField
        control={panel.form.control}
        name="node"
        label={t('fields.node')}
        load={nodes.load}
        placeholder={t('node.none')}
        clearable
      />
    </FormDialog>
  )
}
