'use client'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { rackFields } from '../../server/domain/rack/fields.ts'
import { formValues, toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import type { LoadOptions } from '../ui/controls/use-options.ts'
import type { RackPart } from './use-rack-actions.tsx'

const picked = z.object({ value: z.string(), label: z.string() })

/** A new rack leads on to its page; location and height of an existing one stay as they are. */
export function RackForm(props: { rack?: RackPart; location?: { id: number; name: string }; onClose: () => void }) {
  const { rack, location, onClose } = props
  const t = useTranslations('racks')
  const router = useRouter()
  const { dci } = useTRPCClient()
  const locations: LoadOptions = useMemo(
    () => async (search, signal) => {
      const { list, size } = await dci.location.list.query(
        { query: { search, orderby: 'name', limit: '0,20' } },
        { signal },
      )
      return { list: list.map(({ id, name }) => ({ value: String(id), label: name })), size }
    },
    [dci],
  )
  const home = rack?.location ?? location
  const panel = usePanelForm({
    schema: z.object({
      location: picked.nullable().refine((one) => one !== null, t('form.locationMissing')),
      ...formShape(rackFields, 'create'),
    }),
    defaultValues: {
      location: home ? { value: String(home.id), label: home.name } : null,
      ...formValues(rackFields, 'create', rack ?? { size: 42 }),
    },
  })
  const { control } = panel.form
  const own = { control, fields: rackFields, words: 'racks', body: 'create' } as const
  return (
    <FormDialog
      panel={panel}
      title={rack ? t('form.editTitle', { name: rack.name }) : t('form.createTitle')}
      submitLabel={rack ? t('form.save') : t('create')}
      onClose={onClose}
      onSubmit={async ({ location: where, ...values }) => {
        if (rack) {
          const params = { rack_id: rack.id }
          await dci.rack.edit.mutate({ params, body: toEdit(rackFields, values, rack), if_match: rack.version })
        } else {
          const params = { location_id: Number(where?.value) }
          const { id } = await dci.rack.create.mutate({ params, body: toCreate(rackFields, values) })
          router.push(paths.rack(id))
        }
      }}
    >
      {rack ? null : (
        <PickerField control={control} name="location" label={t('fields.location')} load={locations} required />
      )}
      <OwnFields {...own} autoFocus disabled={rack ? ['size'] : []} />
    </FormDialog>
  )
}
