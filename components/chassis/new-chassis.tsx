'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { chassisFields } from '../../server/domain/chassis/fields.ts'
import { formValues, toCreate } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import type { AskedPlace } from '../devices/device-form.tsx'
import { PickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { neededShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { UnitField } from '../racks/unit-field.tsx'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'

/** A chassis in a free place of a rack. */
export default function NewChassis({ asked, onClose }: { asked: AskedPlace; onClose: (made: number | null) => void }) {
  const t = useTranslations('chassis')
  const made = useRef<number | null>(null)
  const { dci } = useTRPCClient()
  const { racks } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({
      ...formShape(chassisFields, 'create'),
      rack: neededShape(t('form.rackFirst')),
      unit: z.string().min(1, t('form.unitFirst')),
    }),
    defaultValues: { ...formValues(chassisFields, 'create', { size: 4, server_slot_count: 8 }), ...asked },
  })
  const { control } = panel.form
  const [rack, size] = panel.form.watch(['rack', 'size'])
  const own = { control, fields: chassisFields, words: 'chassis' } as const
  return (
    <FormDialog
      panel={panel}
      title={t('create')}
      description={t('form.hint')}
      submitLabel={t('create')}
      onClose={() => onClose(made.current)}
      onSubmit={async ({ rack: chosen, unit, ...values }) => {
        const { id } = await dci.chassis.create.mutate({
          params: { rack_id: Number(chosen?.value) },
          body: { ...toCreate(chassisFields, values), unit: Number(unit) },
        })
        made.current = id
      }}
    >
      <OwnField {...own} name="name" autoFocus />
      <OwnFields {...own} body="create" without={['name']}>
        <FieldRow>
          <PickerField control={control} name="rack" label={t('fields.rack')} load={racks.load} required />
          <UnitField
            control={control}
            name="unit"
            rack={pickedId(rack)}
            device={typeof size === 'number' ? { size, width: 'full', face: 'front', depth: 'full' } : null}
          />
        </FieldRow>
      </OwnFields>
    </FormDialog>
  )
}
