'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { pickedId, useDatacenterLoaders } from '../datacenter/loaders.ts'
import { UnitField } from '../datacenter/unit-field.tsx'
import { NumberField, PickerField, SelectField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { FieldRow } from '../ui/form-layout.tsx'
import { paramsBody, paramsOf, paramsSchema, usersMissing } from './params.ts'
import { ParamsFields } from './params-fields.tsx'

export type GearBody = {
  name: string
  ip: string
  unit: number
  size: number
  note: string
} & ReturnType<typeof paramsBody>

/** Where a new device goes, when the address says so. */
export type AskedPlace = { rack: { value: string; label: string } | null; unit: string }

type GearFormProps = {
  kind: 'switch' | 'pdu'
  record?: Switch | Pdu
  asked?: AskedPlace
  /** Sends it; a new device also has its kind and its rack. */
  send: (body: GearBody, made: { device: string; rack: number }) => Promise<unknown>
  onClose: () => void
}

const picked = z.object({ value: z.string(), label: z.string(), hint: z.string().optional() }).nullable()

/** A switch or a PDU: what it is, where it stands, and how the panel speaks to it. */
export function GearForm({ kind, record, asked, send, onClose }: GearFormProps) {
  const t = useTranslations('gear')
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { racks } = useDatacenterLoaders()
  const supported = useQuery(
    kind === 'switch' ? trpc.dci.switch.supported.queryOptions({}) : trpc.dci.pdu.supported.queryOptions({}),
  )
  const spokenBy = (device: string) => supported.data?.list.find((one) => one.name === device)?.protocol ?? []
  const panel = usePanelForm({
    schema: paramsSchema
      .extend({
        device: z.string().min(1, t('form.deviceFirst')),
        name: z.string().trim().min(1).max(49),
        ip: z.ipv4(),
        rack: picked.refine(Boolean, t('form.rackFirst')),
        unit: z.string().min(1, t('form.unitFirst')),
        size: z.int().min(1).max(60),
        note: z.string().max(1500),
      })
      .superRefine((values, { addIssue }) => {
        const spoken = spokenBy(values.device)
        for (const name of usersMissing(values, spoken, record))
          addIssue({ code: 'custom', path: name.split('.'), message: t('params.userMissing') })
      }),
    defaultValues: {
      device: record?.device ?? '',
      name: record?.name ?? '',
      ip: record?.ip ?? '',
      rack: record ? { value: String(record.rack.id), label: record.rack.name } : (asked?.rack ?? null),
      unit: record ? String(record.unit) : (asked?.unit ?? ''),
      size: record?.size ?? 1,
      note: record?.note ?? '',
      ...paramsOf(record),
    },
  })
  const { control } = panel.form
  const [device, rack, size, snmp] = panel.form.watch(['device', 'rack', 'size', 'snmp_params'])
  const spoken = spokenBy(device)
  const plain = ['device', 'name', 'ip', 'rack', 'unit', 'size', 'note'] as const
  const label = Object.fromEntries(plain.map((field) => [field, t(`fields.${field}`)])) as Record<
    (typeof plain)[number],
    string
  >
  return (
    <FormDialog
      panel={panel}
      width="lg"
      labels={{
        ...label,
        'snmp_params.community': t('params.community'),
        'snmp_params.security_username': t('params.security_username'),
        'snmp_params.auth_password': t('params.auth_password'),
        'snmp_params.privacy_password': t('params.privacy_password'),
        'ssh_params.user': t('params.ssh_user'),
        'ssh_params.password': t('params.password'),
        'netconf_params.username': t('params.netconf_user'),
        'netconf_params.password': t('params.password'),
      }}
      title={record ? t('form.editTitle', { name: record.name }) : t(`create.${kind}`)}
      {...(!record && { description: t('form.hint') })}
      submitLabel={record ? t('form.save') : t(`create.${kind}`)}
      onClose={onClose}
      onSubmit={async (values) => {
        const { name, ip, note } = values
        await send(
          { name, ip, note, unit: Number(values.unit), size: values.size, ...paramsBody(values, spoken) },
          { device: values.device, rack: Number(values.rack?.value) },
        )
        await queries.invalidateQueries(trpc.dci.pathFilter())
      }}
    >
      <FieldRow>
        <TextField control={control} name="name" label={label.name} required />
        <SelectField
          control={control}
          name="device"
          label={label.device}
          disabled={record !== undefined || !supported.data}
          placeholder={t('form.deviceFirst')}
          options={(supported.data?.list ?? []).map((one) => ({ value: one.name, label: one.label }))}
        />
      </FieldRow>
      <FieldRow>
        <TextField control={control} name="ip" label={label.ip} mono required hint={t('form.ipHint')} />
        <NumberField control={control} name="size" label={label.size} unit="U" required />
      </FieldRow>
      <FieldRow>
        <PickerField
          control={control}
          name="rack"
          label={label.rack}
          load={racks.load}
          disabled={record !== undefined}
          required
        />
        <UnitField
          control={control}
          name="unit"
          rack={pickedId(rack)}
          device={
            typeof size === 'number'
              ? { size, width: 'full', face: record?.face ?? 'front', depth: record?.depth ?? 'full' }
              : null
          }
          {...(record && { own: { kind, id: record.id } })}
        />
      </FieldRow>
      {spoken.length > 0 ? (
        <>
          <h3 className="border-t border-line pt-3 font-semibold">{t('form.connection')}</h3>
          <ParamsFields control={control} snmp={snmp} spoken={spoken} known={record?.secrets_set ?? []} />
        </>
      ) : null}
      <TextareaField control={control} name="note" label={label.note} rows={2} />
    </FormDialog>
  )
}
