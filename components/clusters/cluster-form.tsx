'use client'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { clusterFields } from '../../server/domain/cluster/fields.ts'
import { virtualizationTypes } from '../../server/domain/cluster/kinds.ts'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { formValues, toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { apiFault, saidFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField, SelectField, TextField } from '../form/fields.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { filterOf, filterText } from '../hosts/host-filter.ts'
import { HostFilterField, useFilterRule } from '../hosts/host-filter-field.tsx'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { type FormProps, RecordForm } from '../resource/record-form.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { addressesIn, changeOf } from './cluster-record.ts'

const address = z.union([z.ipv4(), z.ipv6()])
/** Main network interface of a VM. */
const MAIN = 0

const fresh = {
  os_storage_path: '/share',
  image_storage_path: '/images',
  host_distribution_policy: 'spread',
  overselling: 1,
}
/** Not shown of a cluster that exists, so they must not hold the form back. */
const unseen = { os_storage_path: z.string(), image_storage_path: z.string() }

/** Fields with a place of their own. */
const placed = ['name', 'host_distribution_policy', 'overselling', 'cpu_overselling', 'host_per_node_limit']

/** A new cluster leads on to its page; an edited one is not overwritten unseen. */
export function ClusterForm({ record: cluster, onClose }: FormProps<Cluster>) {
  const t = useTranslations('clusters')
  const router = useRouter()
  const { vm } = useTRPCClient()
  const { pools } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({
      ...formShape(clusterFields, 'create'),
      ...(cluster && unseen),
      virtualization_type: z.enum(virtualizationTypes),
      dns_servers: z
        .string()
        .refine((text) => addressesIn(text).every((one) => address.safeParse(one).success), t('form.dnsWrong')),
      ippools: z.array(pickedShape),
      host_filter: useFilterRule(),
    }),
    defaultValues: {
      ...formValues(clusterFields, 'create', cluster ?? fresh),
      virtualization_type: virtualizationTypes.find((one) => one === cluster?.virtualization_type) ?? 'kvm',
      dns_servers: (cluster?.dns_servers ?? []).join(', '),
      ippools: (cluster?.ippools ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      host_filter: filterText(cluster?.host_filter),
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
  const own = { control, fields: clusterFields, words: 'clusters' } as const
  return (
    <RecordForm
      words="clusters"
      record={cluster}
      panel={panel}
      width="lg"
      onClose={onClose}
      onSubmit={async (values) => {
        const { virtualization_type, ippools } = values
        const beside = {
          dns_servers: addressesIn(values.dns_servers),
          host_filter: filterOf(values.host_filter, cluster?.host_filter),
        }
        const chosen = ippools.map((one) => Number(one.value))
        if (cluster) {
          const { version } = saved.current
          const body = { ...toEdit(clusterFields, values, cluster), ...beside }
          await vm.cluster.edit.mutate({ params: { cluster_id: cluster.id }, body, if_match: version })
          saved.current.version = version + 1
          await tiePools(chosen, new Map(ippools.map((one) => [Number(one.value), one.label])))
        } else {
          const { id } = await vm.cluster.create.mutate({
            body: {
              ...toCreate(clusterFields, values),
              ...beside,
              virtualization_type,
              interfaces: [{ interface: MAIN, ippool: chosen }],
            },
          })
          router.push(paths.cluster(id))
        }
      }}
    >
      <FieldRow>
        <OwnField {...own} name="name" autoFocus />
        <SelectField
          control={control}
          name="virtualization_type"
          label={t('fields.virtualization_type')}
          disabled={cluster !== undefined}
          options={(['kvm', 'lxd', 'dummy'] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </FieldRow>
      {cluster ? null : (
        <FieldRow>
          <OwnField {...own} name="os_storage_path" />
          <OwnField {...own} name="image_storage_path" />
        </FieldRow>
      )}
      <MultiPickerField
        control={control}
        name="ippools"
        label={t('fields.ippools')}
        hint={t('form.poolsHint')}
        load={pools.load}
      />
      <OwnField {...own} name="host_distribution_policy" />
      <FieldRow columns={3}>
        <OwnField {...own} name="overselling" />
        <OwnField {...own} name="cpu_overselling" />
        <OwnField {...own} name="host_per_node_limit" />
      </FieldRow>
      <TextField
        control={control}
        name="dns_servers"
        label={t('fields.dns_servers')}
        mono
        placeholder="10.0.0.53, 10.0.0.54"
        hint={t('form.dnsHint')}
      />
      <HostFilterField control={control} name="host_filter" />
      <OwnFields {...own} body="edit" without={placed} />
    </RecordForm>
  )
}
