'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { rackFields } from '../../server/domain/rack/fields.ts'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { neededShape } from '../form/picked.ts'
import { paths } from '../paths.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { RackPart } from './use-rack-actions.tsx'

/** A new rack leads on to its page; location and height of an existing one stay as they are. */
export function RackForm(props: FormProps<RackPart> & { location?: { id: number; name: string } }) {
  const { record: rack, location, onClose } = props
  const t = useTranslations('racks')
  const router = useRouter()
  const { dci } = useTRPCClient()
  const { locations } = useLoaders()
  const home = rack?.location ?? location
  const { panel, own } = useRecordForm(rackFields, 'racks', 'create', rack ?? { size: 42 }, {
    shape: { location: neededShape(t('form.locationMissing')) },
    values: { location: optionOf(home) },
  })
  return (
    <RecordForm
      words="racks"
      record={rack}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ location: where, ...values }) => {
        if (rack) {
          const params = { rack_id: rack.id }
          await dci.rack.edit.mutate({ params, body: toEdit(rackFields, values, rack), if_match: rack.version })
        } else {
          const params = { location_id: Number(pickedId(where)) }
          const { id } = await dci.rack.create.mutate({ params, body: toCreate(rackFields, values) })
          router.push(paths.rack(id))
        }
      }}
    >
      {rack ? null : (
        <PickerField
          control={own.control}
          name="location"
          label={t('fields.location')}
          load={locations.load}
          required
        />
      )}
      <OwnFields {...own} body="create" autoFocus disabled={rack ? ['size'] : []} />
    </RecordForm>
  )
}
