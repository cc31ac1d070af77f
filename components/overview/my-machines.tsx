'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { inUnit, unitFor } from '../ui/display/size.ts'
import { TextLink } from '../ui/display/text.tsx'
import { Facts } from '../ui/layout/facts.tsx'

/** Total resources of the account's VMs, and its number of servers. */
export function MyMachines({ servers }: { servers: number }) {
  const t = useTranslations('overview')
  const units = useTranslations('ui.units')
  const format = useFormatter()
  const trpc = useTRPC()
  const { account_id } = useMe()
  const { data } = useQuery(trpc.vm.account.get.queryOptions({ params: { account_id } }))
  if (!data) return null
  const size = (mib: number) =>
    `${format.number(inUnit(mib, unitFor(mib)), { maximumFractionDigits: 1 })} ${units(unitFor(mib))}`
  return (
    <Facts
      facts={[
        {
          term: t('resources.hosts'),
          value: <TextLink href={paths.hosts()}>{format.number(data.host_count)}</TextLink>,
        },
        ...(servers > 0
          ? [
              {
                term: t('resources.servers'),
                value: <TextLink href={paths.servers()}>{format.number(servers)}</TextLink>,
              },
            ]
          : []),
        { term: t('resources.cpu'), value: `${format.number(data.cpu_count)} vCPU` },
        { term: t('resources.ram'), value: size(data.ram_mib) },
        { term: t('resources.disks'), value: size(data.hdd_mib) },
      ]}
    />
  )
}
