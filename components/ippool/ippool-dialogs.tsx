'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ippoolFields } from '../../server/domain/ippool/fields.ts'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { apiFault, saidFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField, TextField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { paths } from '../paths.ts'
import { AddRange } from '../range/add-range.tsx'
import { useRangeFault } from '../range/range-rule.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import type { PoolAsking } from './use-ippool-actions.tsx'

/** Dialogs of the commands on pools. */
export default function IppoolDialogs({ asked, onClose }: DialogsProps<PoolAsking>) {
  const t = useTranslations('addresses.pools')
  const { vm } = useTRPCClient()
  if (asked.command === 'addRange') return <AddRange pool={asked.record} onClose={onClose} />
  return (
    <RecordDialogs<Ippool>
      asked={asked}
      onClose={onClose}
      words="addresses.pools"
      form={(form) => <PoolForm {...form} />}
      remove={({ id, ranges }) => ({
        lost: t('lost', { count: ranges }),
        page: paths.pool(id),
        list: paths.addresses(),
        run: () => vm.ippool.delete.mutate({ params: { ippool_id: id } }),
      })}
    />
  )
}

const usual = { auto_selection_allowed: true, is_public: true }

/** A new pool takes its first range along and leads on to its page; an edited one is not overwritten unseen. */
function PoolForm({ record: pool, onClose }: FormProps<Ippool>) {
  const t = useTranslations('addresses')
  const router = useRouter()
  const { ip, vm, dci } = useTRPCClient()
  const { locations } = useLoaders()
  const rangeFault = useRangeFault()
  // Should a later step be refused, the pool is there already and is not made twice.
  const made = useRef<number | null>(null)
  const { panel, own } = useRecordForm(ippoolFields, 'addresses', 'edit', pool ?? usual, {
    shape: {
      location: pickedShape.nullable(),
      range: z.string().check((check) => {
        const message = check.value.trim() === '' ? null : rangeFault(check.value)
        if (message) check.issues.push({ code: 'custom', message, input: check.value })
      }),
    },
    values: {
      location: optionOf(pool?.location),
      range: '',
    },
  })
  const { control } = own
  return (
    <RecordForm
      words="addresses.pools"
      record={pool}
      panel={panel}
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
    </RecordForm>
  )
}
