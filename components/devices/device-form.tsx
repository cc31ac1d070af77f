'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { pduFields } from '../../server/domain/pdu/fields.ts'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import { formValues, type Said, toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { switchFields } from '../../server/domain/switch/fields.ts'
import type { Switch } from '../../server/domain/switch/record.ts'
import { PickerField, SelectField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { optionOf } from '../form/option-of.ts'
import { neededShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { UnitField } from '../racks/unit-field.tsx'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { fieldsOfKind } from './device-fields.ts'
import { paramsBody, paramsOf, paramsSchema, usersMissing } from './params.ts'
import { ParamsFields } from './params-fields.tsx'
import { useDrivers } from './use-drivers.ts'

type Own = Said<typeof switchFields> & { unit: number } & ReturnType<typeof paramsBody>
/** A new device; what is said of its parts is what both kinds have in common. */
export type DeviceCreate = Own & { device: string; rack: number }
export type DeviceEdit = Partial<Own>

/** Where a new device goes, when the address says so. */
export type AskedPlace = { rack: { value: string; label: string } | null; unit: string }

type DeviceFormProps = {
  kind: 'switch' | 'pdu'
  onClose: () => void
} & (
  | { record?: undefined; asked: AskedPlace; send: (body: DeviceCreate) => Promise<unknown> }
  | { record: Switch | Pdu; asked?: undefined; send: (body: DeviceEdit) => Promise<unknown> }
)

/** A switch or a PDU: what it is, where it stands, and how the panel speaks to it. */
export function DeviceForm(props: DeviceFormProps) {
  const { kind, record, asked, onClose } = props
  const t = useTranslations('device')
  const common = useTranslations('resource')
  const { racks } = useLoaders()
  const { drivers } = useDrivers(kind)
  const spokenBy = (device: string) => drivers?.find((one) => one.name === device)?.protocol ?? []
  const fields = fieldsOfKind[kind]
  const panel = usePanelForm({
    schema: paramsSchema
      .extend({
        ...(kind === 'switch' ? formShape(switchFields, 'edit') : formShape(pduFields, 'edit')),
        device: z.string().min(1, t('form.deviceFirst')),
        rack: neededShape(t('form.rackFirst')),
        unit: z.string().min(1, t('form.unitFirst')),
      })
      .superRefine((values, { addIssue }) => {
        const spoken = spokenBy(values.device)
        for (const name of usersMissing(values, spoken, record))
          addIssue({ code: 'custom', path: name.split('.'), message: t('params.userMissing') })
      }),
    defaultValues: {
      ...formValues(fields, 'edit', record ?? { size: 1 }),
      device: record?.device ?? '',
      rack: record ? optionOf(record.rack) : (asked?.rack ?? null),
      unit: record ? String(record.unit) : (asked?.unit ?? ''),
      ...paramsOf(record),
    },
  })
  const { control } = panel.form
  const [device, rack, size, snmp] = panel.form.watch(['device', 'rack', 'size', 'snmp_params'])
  const spoken = spokenBy(device)
  const own = { control, fields, words: 'device' } as const
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={record ? common('editTitle', { name: record.name }) : t(`create.${kind}`)}
      {...(!record && { description: t('form.hint') })}
      submitLabel={record ? common('save') : t(`create.${kind}`)}
      onClose={onClose}
      onSubmit={async (values) => {
        const { unit, device, rack } = values
        const place = { unit: Number(unit), ...paramsBody(values, spoken) }
        if (props.record) await props.send({ ...toEdit(fields, values, props.record), ...place })
        else await props.send({ ...toCreate(fields, values), ...place, device, rack: Number(rack?.value) })
      }}
    >
      <FieldRow>
        <OwnField {...own} name="name" />
        <SelectField
          control={control}
          name="device"
          label={t('fields.device')}
          disabled={record !== undefined || !drivers}
          placeholder={t('form.deviceFirst')}
          options={(drivers ?? []).map((one) => ({ value: one.name, label: one.label }))}
        />
      </FieldRow>
      <FieldRow>
        <OwnField {...own} name="ip" />
        <OwnField {...own} name="size" />
      </FieldRow>
      <FieldRow>
        <PickerField
          control={control}
          name="rack"
          label={t('fields.rack')}
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
      <OwnFields {...own} body="edit" without={['name', 'ip', 'size']} />
    </FormDialog>
  )
}
