'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import type { Switch } from '../../server/domain/switch/record.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { GearPage } from '../gear/gear-page.tsx'
import { paths } from '../paths.ts'
import { ObjectTasks } from '../tasks/object-tasks.tsx'
import { Copyable } from '../ui/copy.tsx'
import { SwitchPorts } from './switch-ports.tsx'

const tabs = ['ports', 'history'] as const

/** One switch: its ports and what is plugged into them. */
export function SwitchPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.switch.get.queryOptions({ params: { switch_id: id } }))
  return <ObjectGate query={query}>{(record) => <Page record={record} />}</ObjectGate>
}

function Page({ record }: { record: Switch }) {
  const t = useTranslations('gear')
  const [tab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('ports'))
  return (
    <GearPage
      gear={{ kind: 'switch', record }}
      fault={record.fault}
      tabs={tabs.map((one) => ({
        href: paths.switch(record.id, one === 'ports' ? undefined : one),
        label: t(`tabs.${one}`),
        current: one === tab,
        ...(one === 'ports' && { count: record.total_port }),
      }))}
      more={[
        record.hostname !== '' && { term: t('fields.hostname'), value: record.hostname },
        record.host_key !== null && { term: t('fields.host_key'), value: <Copyable text={record.host_key} /> },
      ]}
    >
      {tab === 'ports' ? <SwitchPorts record={record} /> : <ObjectTasks entity="switch" id={record.id} count={100} />}
    </GearPage>
  )
}
