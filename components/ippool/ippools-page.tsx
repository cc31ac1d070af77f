'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ippoolFields } from '../../server/domain/ippool/fields.ts'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { FilterField } from '../table/filters.ts'
import { useIppoolColumns } from './columns.tsx'
import { useIppoolActions } from './use-ippool-actions.tsx'

const rowHref = (pool: Ippool) => paths.pool(pool.id)

/** All address pools. */
export function IppoolsPage() {
  const t = useTranslations('addresses.pools')
  const used = useTranslations('addresses.fields')('used')
  const format = useFormatter()
  const trpc = useTRPC()
  const actions = useIppoolActions()
  return (
    <ResourceList<Ippool>
      id="ippools"
      words="addresses.pools"
      csv="vm/ippool"
      imports="ippool"
      list={trpc.vm.ippool.list}
      filters={useFilters()}
      columns={useIppoolColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(pool) => ({
        detail: t('phone', { ranges: pool.ranges, used: format.number(Number(pool.using_ip)) }),
        state: <HowFull used={pool.using_ip} total={pool.total_ip} label={used} />,
      })}
      create={actions.createButton()}
    />
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('addresses.fields')
  const complete = useOwnFilters(ippoolFields, 'addresses')
  const { clusters, locations } = useLoaders()
  return useMemo(
    () =>
      complete([
        {
          name: 'cluster',
          label: t('clusters'),
          type: 'int',
          ...clusters,
        },
        {
          name: 'location',
          label: t('location'),
          type: 'int',
          nullable: true,
          ...locations,
        },
        { name: 'range.name', label: t('range'), type: 'text' },
        { name: 'using_ip', label: t('used'), type: 'int' },
      ]),
    [t, complete, clusters, locations],
  )
}
