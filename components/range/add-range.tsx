'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { parseRange, sizeOf } from '../../server/domain/ip/address.ts'
import { useAddressCount } from '../addresses/how-full.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useRangeFault } from './range-rule.ts'

/** Adds addresses to a pool; says how many they are while they are typed. */
export function AddRange({ pool, onClose }: { pool: { id: number; name: string }; onClose: () => void }) {
  const t = useTranslations('addresses.ranges')
  const count = useAddressCount()
  const { vm } = useTRPCClient()
  const faultOf = useRangeFault()
  const schema = z.object({
    name: z.string().check((check) => {
      const message = faultOf(check.value)
      if (message) check.issues.push({ code: 'custom', message, input: check.value })
    }),
  })
  const panel = usePanelForm({ schema, defaultValues: { name: '' } })
  const range = parseRange(panel.form.watch('name').trim())
  return (
    <FormDialog
      panel={panel}
      title={t('addTitle', { name: pool.name })}
      submitLabel={t('add')}
      onClose={onClose}
      onSubmit={async ({ name }) => {
        await vm.ippool.addRange.mutate({ params: { ippool_id: pool.id }, body: { name: name.trim() } })
      }}
    >
      <TextField
        control={panel.form.control}
        name="name"
        label={t('addressesLabel')}
        hint={range ? `${t('addressesHint')} · ${count(sizeOf(range).toString())}` : t('addressesHint')}
        mono
        autoFocus
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}
