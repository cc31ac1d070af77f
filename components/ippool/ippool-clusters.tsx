'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { settled } from '../api/settled.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Select } from '../ui/controls/select.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'

type Row = { id: number; name: string; enabled: boolean; interface: number }

/** Which clusters the pool gives addresses to, and for which of their interfaces. A switch is a change at once. */
export function IppoolClusters({ pool }: { pool: Ippool }) {
  const t = useTranslations('addresses')
  const trpc = useTRPC()
  const params = { ippool_id: pool.id }
  const query = useQuery(trpc.vm.ippool.clusters.queryOptions({ params, query: { orderby: 'name', limit: '0,1000' } }))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-3 phone:px-4">
      <ObjectGate query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState
              title={t('clusters.none')}
              actions={
                <Button kind="primary" asChild>
                  <Link href={paths.clusters()}>{t('clusters.toClusters')}</Link>
                </Button>
              }
            >
              {t('clusters.noneHint')}
            </EmptyState>
          ) : (
            <div className="max-w-200">
              <Table label={t('clusters.title')}>
                <TableHead>
                  <Th>{t('fields.name')}</Th>
                  <Th>{t('clusters.enabled')}</Th>
                  <Th>{t('clusters.interface')}</Th>
                </TableHead>
                <tbody>
                  {list.map((row) => (
                    <ClusterRow key={row.id} pool={pool} row={row} />
                  ))}
                </tbody>
              </Table>
            </div>
          )
        }
      </ObjectGate>
    </div>
  )
}

function ClusterRow({ pool, row }: { pool: Ippool; row: Row }) {
  const t = useTranslations('addresses')
  const { vm } = useTRPCClient()
  // What was chosen shows at once; what the server says takes its place.
  const [wanted, want] = useState<Partial<Row>>({})
  const shown = { ...row, ...wanted }
  const change = async (patch: Partial<Row>) => {
    want(patch)
    const { id, enabled, interface: face } = { ...row, ...patch }
    try {
      const body = { clusters: [{ id, enabled, interface: face }] }
      await vm.ippool.setClusters.mutate({ params: { ippool_id: pool.id }, body })
    } catch (fault) {
      faultToast(t('clusters.failed', { name: row.name }))(fault)
    }
    await settled()
    want({})
  }
  return (
    <Tr>
      <Td name>
        <TextLink plain href={paths.cluster(row.id)}>
          {row.name}
        </TextLink>
      </Td>
      <Td>
        <Switch
          aria-label={`${t('clusters.enabled')}: ${row.name}`}
          checked={shown.enabled}
          onChange={(event) => void change({ enabled: event.target.checked })}
        />
      </Td>
      <Td>
        <Select<'0' | '1'>
          aria-label={`${t('clusters.interface')}: ${row.name}`}
          value={shown.interface === 1 ? '1' : '0'}
          disabled={!shown.enabled}
          onValueChange={(value) => void change({ interface: Number(value) })}
          options={[
            { value: '0', label: t('clusters.main') },
            { value: '1', label: t('clusters.second') },
          ]}
        />
      </Td>
    </Tr>
  )
}
