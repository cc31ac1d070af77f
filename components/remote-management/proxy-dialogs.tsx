'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { CheckField, MultiPickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useLoaders } from '../resource/loaders.ts'
import type { ProxyAsking } from './use-proxy-actions.tsx'

/** What is asked before something is done to proxies of locations. Loaded with the first of them. */
export default function ProxyDialogs({ asked, onClose }: { asked: ProxyAsking; onClose: () => void }) {
  const t = useTranslations('remote')
  const { proxy: client } = useTRPCClient()
  if (asked.command === 'setUp') return <SetUpForm onClose={onClose} />
  const { location, location_name: name } = asked.proxy
  return (
    <ConfirmAction
      title={t('removeTitle', { name })}
      lost={t('removeLost')}
      action={t('commands.remove')}
      run={() => client.location.delete.mutate({ params: { location_id: location } })}
      onClose={onClose}
    />
  )
}

function SetUpForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('remote')
  const { proxy: client } = useTRPCClient()
  const { locations } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({
      locations: z.array(pickedShape).min(1, t('form.locationsMissing')),
      runtime_agree: z.boolean(),
      iso_mount: z.boolean(),
    }),
    defaultValues: { locations: [] as { value: string; label: string }[], runtime_agree: false, iso_mount: false },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('form.title')}
      description={t('form.hint')}
      submitLabel={t('form.submit')}
      onClose={onClose}
      onSubmit={({ locations: chosen, ...rest }) =>
        client.location.setUp.mutate({ body: { locations: chosen.map(({ value }) => Number(value)), ...rest } })
      }
    >
      <MultiPickerField
        control={control}
        name="locations"
        label={t('form.locations')}
        load={locations.load}
        placeholder={t('form.locationsPlaceholder')}
      />
      <CheckField control={control} name="runtime_agree" hint={t('form.runtime_agreeHint')}>
        {t('form.runtime_agree')}
      </CheckField>
      <CheckField control={control} name="iso_mount" hint={t('form.iso_mountHint')}>
        {t('form.iso_mount')}
      </CheckField>
    </FormDialog>
  )
}
