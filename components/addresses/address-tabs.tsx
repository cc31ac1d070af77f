'use client'
import { useQueries } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { PageTabs } from '../ui/tabs.tsx'

const size = { query: { limit: '0' } }

/** The three lists of the address pages, with how many there are of each. */
export function AddressTabs({ current }: { current: 'pools' | 'networks' | 'used' }) {
  const t = useTranslations('addresses.tabs')
  const format = useFormatter()
  const trpc = useTRPC()
  const [pools, networks, used] = useQueries({
    queries: [
      trpc.vm.ippool.list.queryOptions(size),
      trpc.dci.ipmgr.ipnet.list.queryOptions(size),
      trpc.vm.ip.list.queryOptions(size),
    ],
  })
  const tab = (name: 'pools' | 'networks' | 'used', href: string, count: number | undefined) => ({
    href,
    label: t(name),
    current: name === current,
    ...(count !== undefined && { count: format.number(count) }),
  })
  return (
    <PageTabs
      label={t('label')}
      tabs={[
        tab('pools', paths.addresses(), pools.data?.size),
        tab('networks', paths.networks(), networks.data?.size),
        tab('used', paths.usedAddresses(), used.data?.size),
      ]}
    />
  )
}
