'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type OperationSettings, operationSettings } from '../../../server/domain/operation/schema.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { NumberField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'

/** After how long an operation has failed. */
export default function LimitDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dci.operation.settings.queryOptions(undefined, { gcTime: 0, staleTime: 0 }))
  return data ? <LimitForm settings={data} onClose={onClose} /> : null
}

function LimitForm({ settings, onClose }: { settings: OperationSettings; onClose: () => void }) {
  const t = useTranslations('operations.limit')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({ schema: operationSettings, defaultValues: settings })
  return (
    <FormDialog
      panel={panel}
      title={t('title')}
      description={t('hint')}
      submitLabel={t('submit')}
      onClose={onClose}
      onSubmit={(body) => dci.operation.setSettings.mutate({ body })}
    >
      <NumberField
        control={panel.form.control}
        name="limit_minutes"
        label={t('limit_minutes')}
        hint={t('limit_minutesHint')}
        min={10}
        max={1440}
        unit={t('minutes')}
      />
    </FormDialog>
  )
}
