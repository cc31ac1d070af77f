'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ippoolFields } from '../../server/domain/ippool/fields.ts'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { apiFault, saidFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { AddRange } from '../range/add-range.tsx'
import { useRangeFault } from '../range/range-rule.ts'
import { pickedId, useDatacenterLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import type { PoolAsking } from './use-ippool-actions.tsx'

/** What a command on pools asks before it is done. Loaded with the first of them. */
export default function IppoolDialogs({ asked, onClose }: { asked: PoolAsking; onClose: () => void }) {
  switch (asked.command) {
    case 'create':
      return <PoolForm onClose={onClose} />
    case 'edit':
      return <PoolForm pool={asked.pool} onClose={onClose} />
    case 'addRange':
      return <AddRange pool={asked.pool} onClose={onClose} />
    case 'delete':
      return <DeletePool pool={asked.pool} onClose={onClose} />
  }
}

/** A new pool takes its first range along and leads on to its page; an edited one is not overwritten unseen. */
function PoolForm({ pool, onClose }: { pool?: Ippool; onClose: () => void }) {
  const t = useTranslations('addresses')
  const router = useRouter()
  const { ip, vm, dci } = useTRPCClient()
  const { locations } = useDatacenterLoaders()
  const rangeFault = useRangeFault()
  // Should a later step be refused, the pool is there already and is not made twice.
  const made = useRef<number | null>(null)
  const panel = usePanelForm({
    schema: z.object({
      ...formShape(ippoolFields, 'edit'),
      location: z.object({ value: z.string(), label: z.string() }).nullable(),
      range: z.string().check((check) => {
        const message = check.value.trim() === '' ? null : rangeFault(check.value)
        if (message) check.issues.push({ code: 'custom', message, input: check.value })
      }),
    }),
    defaultValues: {
      ...formValues(ippoolFields, 'edit', pool ?? { auto_selection_allowed: true, is_public: true }),
      location: pool?.location ? { value: String(pool.location.id), label: pool.location.name } : null,
      range: '',
    },
  })
  const { control } = panel.form
  const own = { control, fields: ippoolFields, words: 'addresses' } as const
  return (
    <FormDialog
      panel={panel}
      title={pool ? t('pools.editTitle', { name: pool.name }) : t('pools.createTitle')}
      {...(!pool && { description: t('pools.createHint') })}
      submitLabel={pool ? t('save') : t('pools.create')}
      onClose={onClose}
      onSubmit={async ({ auto_selection_allowed, location: chosen, range, ...body }) => {
        const location = pickedId(chosen)
        const change = { ...body, auto_selection_allowed, location }
        if (pool) {
          await ip.ippool.edit.mutate({ params: { ippool_id: pool.id }, body: change, if_match: pool.version })
        } else {
          const isNew = made.current === null
          const first = { ...body, ...(location !== null && { location }) }
          made.current ??= (await dci.ipmgr.ippool.create.mutate({ body: first })).id
          const params = { ippool_id: made.current }
          if (!isNew || !auto_selection_allowed) await ip.ippool.edit.mutate({ params, body: change })
          const name = range.trim()
          if (name)
            await vm.ippool.addRange.mutate({ params, body: { name } }).catch((thrown: unknown) => {
              throw saidFault({ ...apiFault(thrown), value: 'range' })
            })
          router.push(paths.pool(made.current))
        }
      }}
    >
      <OwnField {...own} name="name" autoFocus />
      {pool ? null : (
        <TextField
          control={control}
          name="range"
          label={t('pools.rangeLabel')}
          hint={t('ranges.addressesHint')}
          mono
          autoComplete="off"
        />
      )}
      <PickerField
        control={control}
        name="location"
        label={t('fields.location')}
        hint={t('locationHint')}
        load={locations.load}
        clearable
      />
      <OwnFields {...own} body="edit" without={['name']} />
    </FormDialog>
  )
}

function DeletePool({ pool, onClose }: { pool: Ippool; onClose: () => void }) {
  const t = useTranslations('addresses.pools')
  const { vm } = useTRPCClient()
  return (
    <DeleteObject
      title={t('deleteTitle', { name: pool.name })}
      lost={t('deleteLost', { count: pool.ranges })}
      name={pool.name}
      action={t('deleteAction')}
      page={paths.pool(pool.id)}
      list={paths.addresses()}
      run={() => vm.ippool.delete.mutate({ params: { ippool_id: pool.id } })}
      onClose={onClose}
    />
  )
}
