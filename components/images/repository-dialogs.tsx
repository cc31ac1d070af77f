'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { SelectField, TextField } from '../form/fields.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { fits, placeOf } from './repository-address.ts'

/** Dialogs of the commands on repositories. */
export default function RepositoryDialogs(props: DialogsProps<Asking<Repository>>) {
  const t = useTranslations('images.repositories')
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="images.repositories"
      form={(form) => <RepositoryForm {...form} />}
      remove={({ id, os_count, recipe_count, os_template_count }) => ({
        lost: [
          t('lost', { count: os_count }),
          ...(recipe_count > 0 ? [t('lostScripts', { count: recipe_count })] : []),
          ...(os_template_count > 0 ? [t('lostTemplates', { count: os_template_count })] : []),
        ].join(' '),
        run: () => vm.repository.delete.mutate({ params: { repository_id: id } }),
      })}
    />
  )
}

/** Name and address; the index is read as soon as it is saved. */
function RepositoryForm({ record: repository, onClose }: FormProps<Repository>) {
  const t = useTranslations('images')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({
    schema: z
      .object({
        name: z.string().trim().min(1, t('repositories.nameMissing')).max(255),
        place: z.enum(['directory', 'http']),
        url: z.string().trim(),
      })
      .superRefine(({ place, url }, { addIssue }) => {
        if (!fits(place, url)) addIssue({ code: 'custom', path: ['url'], message: t(`repositories.wrong.${place}`) })
      }),
    defaultValues: {
      name: repository?.name ?? '',
      place: placeOf(repository?.url ?? null),
      url: repository?.url ?? '',
    },
  })
  const { control } = panel.form
  const place = useWatch({ control, name: 'place' })
  return (
    <RecordForm
      words="images.repositories"
      record={repository}
      panel={panel}
      description={t('repositories.hint')}
      onClose={onClose}
      onSubmit={async ({ name, url }) => {
        const params = repository && { repository_id: repository.id }
        if (params) {
          await vm.repository.edit.mutate({ params, body: { name, url }, if_match: repository.version })
        } else await vm.repository.create.mutate({ body: { name, url } })
      }}
    >
      <TextField control={control} name="name" label={t('fields.name')} autoFocus required />
      <SelectField
        control={control}
        name="place"
        label={t('repositories.place')}
        options={(['directory', 'http'] as const).map((value) => ({ value, label: t(`repositories.places.${value}`) }))}
      />
      <TextField
        control={control}
        name="url"
        label={t('fields.url')}
        mono
        required
        placeholder={place === 'http' ? 'https://images.example/' : '/srv/images'}
      />
    </RecordForm>
  )
}
