'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { useAddressLoaders } from '../addresses/loaders.ts'
import { apiFault, saidFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, MultiPickerField, NumberField, SelectField, TextareaField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { filterOf, filterText } from '../hosts/host-filter.ts'
import { HostFilterField, useFilterRule } from '../hosts/host-filter-field.tsx'
import { paths } from '../paths.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { addressesIn, changeOf } from './cluster-record.ts'

const address = z.union([z.ipv4(), z.ipv6()])
/** Main network interface of a machine. */
const MAIN = 0

/** A new cluster leads on to its page; an edited one is not overwritten unseen. */
export function ClusterForm({ cluster, onClose }: { cluster?: Cluster; onClose: () => void }) {
  const t = useTranslations('clusters')
  const filterLabel = useTranslations('hostFilter')
  const router = useRouter()
  const { vm } = useTRPCClient()
  const { pools } = useAddressLoaders()
  // Of a cluster that exists they are not shown, so they must not hold the form back.
  const path = cluster ? z.string() : z.string().trim().startsWith('/', t('form.pathWrong'))
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(2).max(255),
      virtualization_type: z.enum(['kvm', 'dummy']),
      os_storage_path: path,
      image_storage_path: path,
      host_distribution_policy: z.enum(['spread', 'tight']),
      overselling: z.number().min(0.5).max(5),
      cpu_overselling: z.number().min(0).max(100).nullable(),
      host_per_node_limit: z.int().min(0).max(100_000).nullable(),
      dns_servers: z
        .string()
        .refine((text) => addressesIn(text).every((one) => address.safeParse(one).success), t('form.dnsWrong')),
      ippools: z.array(z.object({ value: z.string(), label: z.string() })),
      host_filter: useFilterRule(),
      domain_change_allowed: z.boolean(),
      comment: z.string().max(2000),
    }),
    defaultValues: {
      name: cluster?.name ?? '',
      virtualization_type: cluster?.virtualization_type === 'dummy' ? 'dummy' : 'kvm',
      os_storage_path: cluster?.os_storage_path ?? '/share',
      image_storage_path: cluster?.image_storage_path ?? '/images',
      host_distribution_policy: cluster?.host_distribution_policy ?? 'spread',
      overselling: cluster?.overselling ?? 1,
      cpu_overselling: !cluster || cluster.cpu_overselling < 0 ? null : cluster.cpu_overselling,
      host_per_node_limit: !cluster || cluster.host_per_node_limit < 0 ? null : cluster.host_per_node_limit,
      dns_servers: (cluster?.dns_servers ?? []).join(', '),
      ippools: (cluster?.ippools ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      host_filter: filterText(cluster?.host_filter),
      domain_change_allowed: cluster?.domain_change_allowed ?? false,
      comment: cluster?.comment ?? '',
    },
  })
  const { control } = panel.form
  /** What has been saved already: pools are connected one by one, and another try goes on where this one ended. */
  const saved = useRef({ version: cluster?.version ?? 0, pools: cluster?.ippools.map((pool) => pool.id) ?? [] })
  /** Pool by pool: those of the second interface stay as they are. */
  async function tiePools(chosen: readonly number[], names: ReadonlyMap<number, string>) {
    if (!cluster) return
    const { add, remove } = changeOf(saved.current.pools, chosen)
    for (const [done, id] of [...add, ...remove].entries()) {
      const tied = add.includes(id) ? { enabled: true, interface: MAIN } : { enabled: false }
      try {
        await vm.ippool.setClusters.mutate({
          params: { ippool_id: id },
          body: { clusters: [{ id: cluster.id, ...tied }] },
        })
      } catch (thrown) {
        const name = names.get(id) ?? cluster.ippools.find((pool) => pool.id === id)?.name ?? String(id)
        throw saidFault({
          ...apiFault(thrown),
          value: 'ippools',
          msg: t('form.poolsHalf', { done, name, cause: apiFault(thrown).msg }),
        })
      }
      const { pools } = saved.current
      saved.current.pools = add.includes(id) ? [...pools, id] : pools.filter((pool) => pool !== id)
    }
  }
  const label = {
    name: t('fields.name'),
    virtualization_type: t('fields.virtualization_type'),
    os_storage_path: t('fields.os_storage_path'),
    image_storage_path: t('fields.image_storage_path'),
    host_distribution_policy: t('fields.host_distribution_policy'),
    overselling: t('fields.overselling'),
    cpu_overselling: t('fields.cpu_overselling'),
    host_per_node_limit: t('fields.host_per_node_limit'),
    dns_servers: t('fields.dns_servers'),
    ippools: t('fields.ippools'),
    host_filter: filterLabel('label'),
    domain_change_allowed: t('fields.domain_change_allowed'),
    comment: t('fields.comment'),
  }
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={cluster ? t('form.editTitle', { name: cluster.name }) : t('form.createTitle')}
      {...(!cluster && { description: t('form.createHint') })}
      submitLabel={cluster ? t('form.save') : t('create')}
      onClose={onClose}
      onSubmit={async (values) => {
        const { virtualization_type, os_storage_path, image_storage_path, ippools, dns_servers, ...rest } = values
        const body = {
          ...rest,
          cpu_overselling: rest.cpu_overselling ?? -1,
          host_per_node_limit: rest.host_per_node_limit ?? -1,
          dns_servers: addressesIn(dns_servers),
          host_filter: filterOf(rest.host_filter, cluster?.host_filter),
        }
        const chosen = ippools.map((one) => Number(one.value))
        if (cluster) {
          const { version } = saved.current
          await vm.cluster.edit.mutate({ params: { cluster_id: cluster.id }, body, if_match: version })
          saved.current.version = version + 1
          await tiePools(chosen, new Map(ippools.map((one) => [Number(one.value), one.label])))
        } else {
          const { id } = await vm.cluster.create.mutate({
            body: {
              ...body,
              virtualization_type,
              os_storage_path,
              image_storage_path,
              interfaces: [{ interface: MAIN, ippool: chosen }],
            },
          })
          router.push(paths.cluster(id))
        }
      }}
    >
      <FieldRow>
        <TextField control={control} name="name" label={label.name} autoFocus required />
        <SelectField
          control={control}
          name="virtualization_type"
          label={label.virtualization_type}
          disabled={cluster !== undefined}
          options={(['kvm', 'dummy'] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </FieldRow>
      {cluster ? null : (
        <FieldRow>
          <TextField control={control} name="os_storage_path" label={label.os_storage_path} mono required />
          <TextField control={control} name="image_storage_path" label={label.image_storage_path} mono required />
        </FieldRow>
      )}
      <MultiPickerField
        control={control}
        name="ippools"
        label={label.ippools}
        hint={t('form.poolsHint')}
        load={pools}
      />
      <SelectField
        control={control}
        name="host_distribution_policy"
        label={label.host_distribution_policy}
        options={(['spread', 'tight'] as const).map((value) => ({ value, label: t(`policies.${value}`) }))}
      />
      <FieldRow columns={3}>
        <NumberField control={control} name="overselling" label={label.overselling} step={0.1} required />
        <NumberField
          control={control}
          name="cpu_overselling"
          label={label.cpu_overselling}
          step={0.5}
          placeholder={t('noLimit')}
        />
        <NumberField
          control={control}
          name="host_per_node_limit"
          label={label.host_per_node_limit}
          placeholder={t('noLimit')}
        />
      </FieldRow>
      <TextField
        control={control}
        name="dns_servers"
        label={label.dns_servers}
        mono
        placeholder="10.0.0.53, 10.0.0.54"
        hint={t('form.dnsHint')}
      />
      <HostFilterField control={control} name="host_filter" />
      <CheckField control={control} name="domain_change_allowed" hint={t('form.domainHint')}>
        {label.domain_change_allowed}
      </CheckField>
      <TextareaField control={control} name="comment" label={label.comment} rows={2} />
    </FormDialog>
  )
}
