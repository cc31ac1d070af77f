'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseAsString, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Ipnet } from '../../../server/domain/ipnet/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/display/text.tsx'
import { AddressGrid } from './address-grid.tsx'
import { BlockGrid } from './block-grid.tsx'
import { RunList } from './run-list.tsx'

/** What lies where in a network; `?block=` looks into a part of a large one. */
export function NetworkMap({ network }: { network: Ipnet }) {
  const t = useTranslations('addresses.map')
  const trpc = useTRPC()
  const [block] = useQueryState('block', parseAsString)
  const query = useQuery(
    trpc.dci.ipmgr.ipnet.map.queryOptions(
      { params: { ipnet_id: network.id }, query: block ? { block } : {} },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto px-6 py-3 phone:px-4">
      <ObjectGate query={query}>
        {(map) => (
          <>
            {map.block === network.name ? null : (
              <p className="flex items-center gap-1.5 pb-3 text-12">
                <TextLink href={paths.network(network.id)}>{t('all', { name: network.name })}</TextLink>
                <span aria-hidden="true" className="text-fg-3">
                  ›
                </span>
                <span className="mono">{map.block}</span>
              </p>
            )}
            {map.view === 'addresses' ? (
              <AddressGrid key={map.block} map={map} />
            ) : map.view === 'blocks' ? (
              <BlockGrid map={map} />
            ) : (
              <RunList map={map} />
            )}
          </>
        )}
      </ObjectGate>
    </div>
  )
}
