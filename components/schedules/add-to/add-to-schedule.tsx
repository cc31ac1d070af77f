'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../../api/trpc.ts'
import { PickerField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { neededShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { addHosts } from './add-hosts.ts'
import { ScheduleSummary } from './schedule-summary.tsx'
import { useScheduleLoader } from './use-schedule-loader.ts'

type Props = { host: { id: number; name: string }; onClose: () => void }

/** One of the schedules gets a VM; says first what that schedule does. */
export default function AddToSchedule({ host, onClose }: Props) {
  const t = useTranslations('scheduleCoverage.add')
  const { vm } = useTRPCClient()
  const load = useScheduleLoader()
  const panel = usePanelForm({
    schema: z.object({ schedule: neededShape(t('missing')) }),
    defaultValues: { schedule: null },
  })
  const chosen = panel.form.watch('schedule')
  return (
    <FormDialog
      panel={panel}
      title={t('title', { name: host.name })}
      description={t('about')}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={({ schedule }) => addHosts(vm, Number(schedule?.value), [host.id])}
    >
      <PickerField control={panel.form.control} name="schedule" label={t('schedule')} load={load} required />
      {chosen ? <ScheduleSummary id={Number(chosen.value)} /> : null}
    </FormDialog>
  )
}
