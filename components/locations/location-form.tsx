'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { locationFields } from '../../server/domain/location/fields.ts'
import type { Location } from '../../server/domain/location/schema.ts'
import { MAX_POLL_LIMIT } from '../../server/domain/location/states.ts'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField, PasswordField } from '../form/fields.tsx'
import { paths } from '../paths.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import { FieldRow, FormMore } from '../ui/layout/form-layout.tsx'

/** Of a new location. */
const POLL_LIMIT = 16

const usual = { ssh_port: 22, ssh_user: 'root' }
const shape = {
  password: z.string().max(1000),
  newKey: z.boolean(),
  poll_limit: z.int().min(1).max(MAX_POLL_LIMIT),
  provisioning_vlan: z.int().min(1).max(4094).nullable(),
}

/** A site and the way in to its control host. A new one is checked at once, and its page shows how that went. */
export function LocationForm({ record: location, onClose }: FormProps<Location>) {
  const t = useTranslations('locations')
  const router = useRouter()
  const { dci } = useTRPCClient()
  const before = {
    poll_limit: location?.poll_limit ?? POLL_LIMIT,
    provisioning_vlan: location?.provisioning_vlan ?? null,
  }
  const values = { password: '', newKey: false, ...before }
  const more = { shape, values }
  const secret = ['password'] as const
  const { panel, own } = useRecordForm(locationFields, 'locations', 'create', location ?? usual, more, { secret })
  const { control } = own
  // A form that is sent again after a refusal has changed this much already.
  const kept = useRef({ id: location?.id, version: location?.version, ...before })
  return (
    <RecordForm
      words="locations"
      record={location}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ password, newKey, poll_limit, provisioning_vlan, ...values }) => {
        const secret = password ? { password } : {}
        const done = kept.current
        const setSettings = async (location_id: number) => {
          const set = async (
            change: (about: { params: { location_id: number }; if_match?: number }) => Promise<unknown>,
          ) => {
            await change({ params: { location_id }, ...(done.version !== undefined && { if_match: done.version }) })
            if (done.version !== undefined) done.version += 1
          }
          if (poll_limit !== done.poll_limit) {
            await set((about) => dci.location.pollLimit.mutate({ ...about, body: { poll_limit } }))
            done.poll_limit = poll_limit
          }
          if (provisioning_vlan !== done.provisioning_vlan) {
            await set((about) => dci.location.provisioningVlan.mutate({ ...about, body: { provisioning_vlan } }))
            done.provisioning_vlan = provisioning_vlan
          }
        }
        if (location) {
          await setSettings(location.id)
          // Naming the host again forgets its key, so what stays the same is not named.
          const { ssh_address, ssh_port } = values
          const moved = newKey ? { ssh_address, ssh_port: ssh_port ?? location.ssh_port } : {}
          await dci.location.edit.mutate({
            params: { location_id: location.id },
            body: { ...toEdit(locationFields, values, location), ...moved, ...secret },
            if_match: done.version ?? location.version,
          })
        } else {
          done.id ??= (
            await dci.location.create.mutate({ body: { ...toCreate(locationFields, values), ...secret } })
          ).id
          const { id } = done
          await setSettings(id)
          router.push(paths.location(id))
        }
      }}
    >
      <OwnFields {...own} body="create" without={['ssh_user']} autoFocus />
      <FieldRow>
        <OwnField {...own} name="ssh_user" />
        <PasswordField
          control={control}
          name="password"
          label={t('fields.password')}
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
          name="provisioning_vlan"
          label={t('fields.provisioning_vlan')}
          hint={t('form.provisioningHint')}
          placeholder={t('form.provisioningNone')}
        />
        <NumberField
          control={control}
          name="poll_limit"
          label={t('fields.poll_limit')}
          hint={t('form.pollLimitHint')}
          required
        />
      </FormMore>
    </RecordForm>
  )
}
