import { act, screen } from '@testing-library/react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { cluster } from '../../checks/forms/host-samples.ts'
import { clear, stage } from '../../checks/forms/stage.tsx'
import { WITH_FIRST } from './more-values.ts'
import type { NewHost } from './rules.ts'
import { useStorages } from './use-cluster.ts'
import { defaults, MAIN_STORAGE } from './values.ts'

afterEach(clear)

const other = { id: 72, name: 'Second' }
const storagesOf = ({ params }: { params: { cluster_id: number } }) =>
  ({ 71: ['71', '73'], 72: ['73'] })[params.cluster_id]!.map((id) => ({ id: Number(id), name: id, enabled: true }))
const answers = {
  'cluster.get': (input: Parameters<typeof storagesOf>[0]) => ({ ...cluster, storages: storagesOf(input) }),
}

function Storages({ form }: { form: UseFormReturn<NewHost> }) {
  const values = form.watch()
  const storages = useStorages(values.cluster?.value, [
    { field: 'storage', value: values.storage, none: MAIN_STORAGE },
    ...values.disks.map(({ storage }, at) => ({
      field: `disks.${at}.storage` as const,
      value: storage,
      none: WITH_FIRST,
    })),
  ])
  return <output>{storages.map(({ label }) => label).join(' ')}</output>
}

it('gives up storages that the cluster does not have, and keeps the others', async () => {
  let form!: UseFormReturn<NewHost>
  const Page = () => {
    const disk = { size_mib: 1024, expand_part: '' }
    form = useForm<NewHost>({
      defaultValues: {
        ...defaults,
        cluster: { value: '71', label: 'First' },
        storage: '71',
        disks: [{ ...disk, storage: '73' }, { ...disk, storage: '71' }, disk],
      },
    })
    return (
      <FormProvider {...form}>
        <Storages form={form} />
      </FormProvider>
    )
  }
  stage(() => <Page />, answers)
  await screen.findByText('71 73')
  const kept = () => [form.getValues('storage'), ...form.getValues('disks').map(({ storage }) => storage)]
  expect(kept()).toEqual(['71', '73', '71', undefined])
  act(() => form.setValue('cluster', { value: String(other.id), label: other.name }))
  await screen.findByText('73')
  expect(kept()).toEqual([MAIN_STORAGE, '73', WITH_FIRST, undefined])
})
