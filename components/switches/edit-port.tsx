'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { SwitchPort } from '../../server/domain/switch/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { Notice } from '../ui/display/notice.tsx'
import { useVlanNames } from './use-switch-ports.ts'
import { vlanIn, vlansIn, vlansText } from './vlan-text.ts'

/** VLANs of a port, which are brought to the device, and a note, which is not. Only what was changed is sent. */
export function EditPort(props: { port: SwitchPort; location_id: number; title: string; onClose: () => void }) {
  const { port, title, onClose } = props
  const t = useTranslations('device.port')
  const known = useId()
  const vlans = useVlanNames(props.location_id)
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      // A port whose VLAN is not known yet may stay so; a known one cannot be taken away, only replaced.
      vlan_id: z
        .string()
        .refine((text) => (text.trim() === '' ? port.vlan_id === null : vlanIn(text, vlans) !== null), t('vlanWrong')),
      is_trunk: z.boolean(),
      trunk_members: z.string().refine((text) => vlansIn(text, vlans) !== null, t('trunkWrong')),
      note: z.string().max(1500),
    }),
    defaultValues: {
      vlan_id: port.vlan_id === null ? '' : String(port.vlan_id),
      is_trunk: port.is_trunk,
      trunk_members: vlansText(port.trunk_members),
      note: port.note,
    },
  })
  const { control } = panel.form
  const [trunk, typed] = panel.form.watch(['is_trunk', 'vlan_id'])
  const vlan = vlanIn(typed, vlans)
  const vlanHint = (id: number) => {
    const name = vlans.get(id)
    if (name === undefined) return vlans.size > 0 ? t('vlanUnknown') : undefined
    return typed.trim() === String(id) ? name : t('vlanIs', { id, name })
  }
  return (
    <FormDialog
      panel={panel}
      title={title}
      description={t('editHint')}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async ({ vlan_id, is_trunk, trunk_members, note }) => {
        const members = vlansIn(trunk_members, vlans) ?? []
        const wanted = vlanIn(vlan_id, vlans)
        const moved = trunk_members !== vlansText(port.trunk_members)
        await dci.switch.port.edit.mutate({
          params: { switch_id: port.switch, port_id: port.id },
          body: {
            ...(wanted !== null && wanted !== port.vlan_id && { vlan_id: wanted }),
            ...(is_trunk !== port.is_trunk && { is_trunk }),
            ...(is_trunk && (moved || !port.is_trunk) && { trunk_members: members }),
            ...(note !== port.note && { note }),
          },
        })
      }}
    >
      {port.provisioning ? <Notice kind="plain">{t('why.provisioning')}</Notice> : null}
      <TextField
        control={control}
        name="vlan_id"
        label={trunk ? t('nativeVlan') : t('vlan')}
        list={known}
        hint={vlan ? vlanHint(vlan) : t('vlanNone')}
      />
      <datalist id={known}>
        {[...vlans].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <CheckField control={control} name="is_trunk">
        {t('isTrunk')}
      </CheckField>
      {trunk ? (
        <TextField
          control={control}
          name="trunk_members"
          label={t('trunkMembers')}
          mono
          placeholder="10, 20, 100-120"
          hint={t('trunkHint')}
        />
      ) : null}
      <TextareaField control={control} name="note" label={t('note')} rows={2} />
    </FormDialog>
  )
}
