'use client'
import { useTranslations } from 'use-intl'
import { scheduleFields } from '../../server/domain/schedule/fields.ts'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField } from '../form/fields.tsx'
import { OwnField } from '../resource/own-fields.tsx'
import { RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Option } from '../ui/controls/use-options.ts'
import { FieldRow, FormMore } from '../ui/layout/form-layout.tsx'
import { beginning, bodyOf, useShape } from './form-values.ts'
import { type PickedKind, useTargetLoaders } from './target-loaders.ts'
import { TimeFields } from './time-fields.tsx'
import { useScheduleName } from './time-words.ts'

type Props = { record?: Schedule; picked?: Record<PickedKind, Option[]>; onClose: () => void }
const fresh = { enabled: true, backup_mode: 'host_main', keep_daily: 7, keep_weekly: 4, keep_monthly: 6 }

/** When backups are made, of what, where they go, and how many of them stay. */
export function ScheduleForm({ record, picked, onClose }: Props) {
  const t = useTranslations('schedules.form')
  const { vm } = useTRPCClient()
  const loaders = useTargetLoaders()
  const nameOf = useScheduleName()
  const { panel, own } = useRecordForm(
    scheduleFields,
    'schedules',
    'create',
    record ?? fresh,
    { shape: useShape(), values: beginning(record, picked) },
    record ? {} : { draftKey: 'schedule.new' },
  )
  const { control } = own
  return (
    <RecordForm
      words="schedules"
      record={record && { name: nameOf(record) }}
      panel={panel}
      width="lg"
      onClose={onClose}
      onSubmit={async ({ time, ...values }) => {
        const more = bodyOf({ time, ...values })
        if (record)
          await vm.schedule.edit.mutate({
            params: { schedule_id: record.id },
            body: { ...toEdit(scheduleFields, values, record), ...more },
            if_match: record.version,
          })
        else await vm.schedule.create.mutate({ body: { ...toCreate(scheduleFields, values), ...more } })
      }}
    >
      <OwnField {...own} name="name" autoFocus />
      <TimeFields control={control} />
      <FieldRow>
        <MultiPickerField control={control} name="clusters" label={t('clusters')} load={loaders.clusters.load} />
        <MultiPickerField control={control} name="nodes" label={t('nodes')} load={loaders.nodes.load} />
        <MultiPickerField control={control} name="hosts" label={t('hosts')} load={loaders.hosts.load} />
        <MultiPickerField control={control} name="presets" label={t('presets')} load={loaders.presets.load} />
        <MultiPickerField control={control} name="disks" label={t('disks')} load={loaders.disks.load} />
        <OwnField {...own} name="backup_mode" />
      </FieldRow>
      <MultiPickerField
        control={control}
        name="backup_locations"
        label={t('places')}
        hint={t('placesHint')}
        load={loaders.backup_locations.load}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 text-12 font-medium">{t('keep')}</legend>
        <FieldRow>
          <OwnField {...own} name="keep_last" />
          <OwnField {...own} name="keep_daily" />
          <OwnField {...own} name="keep_weekly" />
          <OwnField {...own} name="keep_monthly" />
        </FieldRow>
        <p className="text-12 text-fg-3">{t('keepHint')}</p>
      </fieldset>
      <FormMore title={t('limits')}>
        <FieldRow>
          <OwnField {...own} name="limit_count" />
          <OwnField {...own} name="limit_size_mib" />
          <OwnField {...own} name="starts_per_hour" />
          <OwnField {...own} name="limit_mib_s" />
        </FieldRow>
      </FormMore>
      <OwnField {...own} name="enabled" />
      <OwnField {...own} name="comment" />
    </RecordForm>
  )
}
