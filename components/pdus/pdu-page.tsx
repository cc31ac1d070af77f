'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Pdu } from '../../server/domain/pdu/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { DevicePage } from '../devices/device-page.tsx'
import { paths } from '../paths.ts'
import { usePageTab, usePageTabs } from '../resource/object-tabs.ts'
import { ObjectTasks } from '../tasks/object-tasks.tsx'
import { PduOutlets } from './pdu-outlets.tsx'

const tabs = ['outlets', 'history'] as const

/** One PDU: its outlets and what they power. */
export function PduPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.pdu.get.queryOptions({ params: { pdu_id: id } }))
  return <ObjectGate query={query}>{(record) => <Page record={record} />}</ObjectGate>
}

function Page({ record }: { record: Pdu }) {
  const t = useTranslations('device')
  const format = useFormatter()
  const tab = usePageTab(tabs)
  return (
    <DevicePage
      device={{ kind: 'pdu', record }}
      tabs={usePageTabs(tabs, (one) => paths.pdu(record.id, one), { outlets: record.total_port })}
      more={[
        record.load_watt !== null && {
          term: t('fields.load_watt'),
          value: t('watt', { watt: format.number(record.load_watt) }),
        },
      ]}
    >
      {tab === 'outlets' ? (
        <PduOutlets record={record} />
      ) : (
        <ObjectTasks entity="pdu" id={record.id} count={100} parts="outlet.pdu" />
      )}
    </DevicePage>
  )
}
