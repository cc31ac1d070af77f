'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { SelectField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { fits, placeOf } from './repository-address.ts'
import type { RepositoryAsking } from './use-repository-actions.tsx'

/** What a command on repositories asks before it is done. Loaded with the first of them. */
export default function RepositoryDialogs({ asked, onClose }: { asked: RepositoryAsking; onClose: () => void }) {
  if (asked.command === 'add') return <RepositoryForm onClose={onClose} />
  return asked.command === 'edit' ? (
    <RepositoryForm repository={asked.repository} onClose={onClose} />
  ) : (
    <DeleteRepository repository={asked.repository} onClose={onClose} />
  )
}

/** Name and address; the index is read as soon as it is saved. */
function RepositoryForm({ repository, onClose }: { repository?: Repository; onClose: () => void }) {
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
    <FormDialog
      panel={panel}
      title={repository ? t('repositories.editTitle', { name: repository.name }) : t('repositories.addTitle')}
      description={t('repositories.addHint')}
      submitLabel={repository ? t('save') : t('repositories.add')}
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
    </FormDialog>
  )
}

function DeleteRepository({ repository, onClose }: { repository: Repository; onClose: () => void }) {
  const t = useTranslations('images.repositories')
  const { vm } = useTRPCClient()
  return (
    <DeleteObject
      title={t('deleteTitle', { name: repository.name })}
      lost={t('deleteLost', { count: repository.os_count })}
      name={repository.name}
      action={t('deleteAction')}
      run={() => vm.repository.delete.mutate({ params: { repository_id: repository.id } })}
      onClose={onClose}
    />
  )
}
