'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Location } from '../../server/domain/location/schema.ts'
import { MAX_POLL_LIMIT } from '../../server/domain/location/states.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField, PasswordField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { FieldRow, FormMore } from '../ui/form-layout.tsx'

/** Of a new location. */
const POLL_LIMIT = 16

const schema = z.object({
  name: z.string().trim().min(1).max(200),
  geolocation: z.string().trim().max(500),
  ssh_address: z.ipv4(),
  ssh_port: z.int().min(1).max(65_535),
  ssh_user: z.string().trim().min(1).max(64),
  password: z.string().max(1000),
  newKey: z.boolean(),
  poll_limit: z.int().min(1).max(MAX_POLL_LIMIT),
})

/** A site and the way in to its control host. A new one is checked at once, and its page shows how that went. */
export function LocationForm({ location, onClose }: { location?: Location; onClose: () => void }) {
  const t = useTranslations('locations')
  const router = useRouter()
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const panel = usePanelForm({
    schema,
    secret: ['password'],
    defaultValues: {
      name: location?.name ?? '',
      geolocation: location?.geolocation ?? '',
      ssh_address: location?.ssh_address ?? '',
      ssh_port: location?.ssh_port ?? 22,
      ssh_user: location?.ssh_user ?? 'root',
      password: '',
      newKey: false,
      poll_limit: location?.poll_limit ?? POLL_LIMIT,
    },
  })
  const { control } = panel.form
  const label = {
    name: t('fields.name'),
    geolocation: t('fields.geolocation'),
    ssh_address: t('fields.ssh_address'),
    ssh_port: t('fields.ssh_port'),
    ssh_user: t('fields.ssh_user'),
    password: t('fields.password'),
    poll_limit: t('fields.poll_limit'),
  }
  // A form that is sent again after a refusal has changed this much already.
  const kept = useRef({ id: location?.id, version: location?.version, poll_limit: location?.poll_limit ?? POLL_LIMIT })
  return (
    <FormDialog
      panel={panel}
      title={location ? t('form.editTitle', { name: location.name }) : t('form.createTitle')}
      {...(!location && { description: t('form.createHint') })}
      submitLabel={location ? t('form.save') : t('create')}
      onClose={onClose}
      onSubmit={async ({ password, newKey, poll_limit, ...values }) => {
        const secret = password ? { password } : {}
        const done = kept.current
        const setPollLimit = async (location_id: number) => {
          if (poll_limit === done.poll_limit) return
          const if_match = done.version === undefined ? {} : { if_match: done.version }
          await dci.location.pollLimit.mutate({ params: { location_id }, body: { poll_limit }, ...if_match })
          done.poll_limit = poll_limit
          if (done.version !== undefined) done.version += 1
        }
        if (location) {
          await setPollLimit(location.id)
          const { ssh_address, ssh_port, ssh_user, ...rest } = values
          // Naming the host again forgets its key, so what stays the same is not named.
          const moved =
            newKey || ssh_address !== location.ssh_address || ssh_port !== location.ssh_port
              ? { ssh_address, ssh_port }
              : {}
          const user = ssh_user === location.ssh_user ? {} : { ssh_user }
          await dci.location.edit.mutate({
            params: { location_id: location.id },
            body: { ...rest, ...moved, ...user, ...secret },
            if_match: done.version ?? location.version,
          })
        } else {
          done.id ??= (await dci.location.create.mutate({ body: { ...values, ...secret } })).id
          const { id } = done
          await setPollLimit(id)
          router.push(paths.location(id))
        }
        await queries.invalidateQueries(trpc.dci.location.pathFilter())
      }}
    >
      <FieldRow>
        <TextField control={control} name="name" label={label.name} autoFocus required />
        <TextField control={control} name="geolocation" label={label.geolocation} placeholder={t('form.where')} />
      </FieldRow>
      <FieldRow>
        <TextField control={control} name="ssh_address" label={label.ssh_address} mono required />
        <NumberField control={control} name="ssh_port" label={label.ssh_port} required />
      </FieldRow>
      <FieldRow>
        <TextField control={control} name="ssh_user" label={label.ssh_user} mono required />
        <PasswordField
          control={control}
          name="password"
          label={label.password}
          autoComplete="off"
          {...(location ? { placeholder: t('form.keepPassword') } : { hint: t('form.passwordHint') })}
        />
      </FieldRow>
      {location?.status === 'check_failed' ? (
        <CheckField control={control} name="newKey" hint={t('form.newKeyHint')}>
          {t('form.newKey')}
        </CheckField>
      ) : null}
      <FormMore title={t('form.more')}>
        <NumberField
          control={control}
          name="poll_limit"
          label={label.poll_limit}
          hint={t('form.pollLimitHint')}
          required
        />
      </FormMore>
    </FormDialog>
  )
}
