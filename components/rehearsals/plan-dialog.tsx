'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type RehearsalPlan, rehearsalPlan } from '../../server/domain/rehearsal/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'

/** When restores are rehearsed. */
export default function PlanDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.rehearsal.plan.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  return data ? <PlanForm plan={data} onClose={onClose} /> : null
}

/** The form of the plan as it is. */
export function PlanForm({ plan, onClose }: { plan: RehearsalPlan; onClose: () => void }) {
  const t = useTranslations('rehearsals.plan')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({ schema: rehearsalPlan, defaultValues: plan })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('title')}
      description={t('hint')}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={(body) => vm.rehearsal.writePlan.mutate({ body })}
    >
      <div className="grid gap-3">
        <CheckField control={control} name="enabled" hint={t('enabledHint')}>
          {t('enabled')}
        </CheckField>
        <FieldRow columns={2}>
          <NumberField
            control={control}
            name="every_days"
            label={t('every_days')}
            hint={t('every_daysHint')}
            min={1}
            max={365}
            unit={t('days')}
          />
          <NumberField
            control={control}
            name="limit_minutes"
            label={t('limit_minutes')}
            hint={t('limit_minutesHint')}
            min={1}
            max={120}
            unit={t('minutes')}
          />
        </FieldRow>
        <FieldRow columns={3}>
          <NumberField control={control} name="from_hour" label={t('from_hour')} min={0} max={23} unit={t('hour')} />
          <NumberField control={control} name="until_hour" label={t('until_hour')} min={0} max={23} unit={t('hour')} />
          <NumberField control={control} name="at_once" label={t('at_once')} min={1} max={16} />
        </FieldRow>
        <TextField control={control} name="time_zone" label={t('time_zone')} hint={t('time_zoneHint')} />
      </div>
    </FormDialog>
  )
}
