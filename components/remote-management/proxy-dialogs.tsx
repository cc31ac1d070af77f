'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { inWords } from '../api/in-words.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, MultiPickerField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useDatacenterLoaders } from '../resource/loaders.ts'
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx'
import type { ProxyAsking } from './use-proxy-actions.tsx'

/** What is asked before something is done to proxies of locations. Loaded with the first of them. */
export default function ProxyDialogs({ asked, onClose }: { asked: ProxyAsking; onClose: () => void }) {
  const t = useTranslations('remote')
  const { proxy: client } = useTRPCClient()
  if (asked.command === 'setUp') return <SetUpForm onClose={onClose} />
  const { location, location_name: name } = asked.proxy
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('removeTitle', { name })}
      lost={t('removeLost')}
      action={t('commands.remove')}
      onConfirm={async () => void (await inWords(client.location.delete.mutate({ params: { location_id: location } })))}
    />
  )
}

function SetUpForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('remote')
  const { proxy: client } = useTRPCClient()
  const { locations } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      locations: z.array(z.object({ value: z.string(), label: z.string() })).min(1, t('form.locationsMissing')),
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
