'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { chassisFields } from '../../server/domain/chassis/fields.ts'
import type { Chassis } from '../../server/domain/chassis/schema.ts'
import { formValues, toEdit } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { OwnFields } from '../resource/own-fields.tsx'

/** Name and note; another place is a matter of the rack diagram. */
export function EditChassis({ chassis, onClose }: { chassis: Chassis; onClose: () => void }) {
  const t = useTranslations('chassis')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object(formShape(chassisFields, 'edit')),
    defaultValues: formValues(chassisFields, 'edit', chassis),
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('form.editTitle', { name: chassis.name })}
      submitLabel={t('form.save')}
      onClose={onClose}
      onSubmit={async (values) => {
        await dci.chassis.edit.mutate({
          params: { chassis_id: chassis.id },
          body: toEdit(chassisFields, values, chassis),
          if_match: chassis.version,
        })
      }}
    >
      <OwnFields fields={chassisFields} words="chassis" body="edit" control={control} autoFocus />
    </FormDialog>
  )
}
