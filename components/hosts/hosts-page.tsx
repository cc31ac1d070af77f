'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { crashReason } from '../../server/domain/host/crash-cause.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { useMay } from '../api/me.tsx'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { gib } from '../ui/display/size.ts'
import { useHostBulk } from './bulk.tsx'
import { useHostColumns } from './columns.tsx'
import { hostViews, useHostFilters } from './filters.ts'
import { addressesOf } from './host-sizes.ts'
import { HostState } from './host-state.tsx'
import { NoHosts } from './no-hosts.tsx'
import { useHostActions } from './use-host-actions.tsx'

/** All virtual machines a person may see. */
export function HostsPage() {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const may = useMay()
  const actions = useHostActions()
  const columns = useHostColumns()
  const withCauses = useHostColumns(true)
  return (
    <ResourceList<Host>
      id="hosts"
      words="hosts"
      csv="vm/host"
      list={trpc.vm.host.list}
      every={readEvery.load}
      filters={useHostFilters()}
      columns={({ filters }) => (filters.some(({ field }) => field === 'health') ? withCauses : columns)}
      actions={actions}
      views={hostViews}
      bulk={useHostBulk(actions)}
      mostChosen={5000}
      rowHref={(host) => paths.host(host.id)}
      phone={useOnPhone()}
      create={may('create_host') ? <CreateButton href={paths.newHost()}>{t('create')}</CreateButton> : null}
      empty={<NoHosts />}
    />
  )
}

function useOnPhone() {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const said = useSaid()
  const taskOf = useTaskOf()
  return (host: Host) => {
    const task = taskOf('host', host.id)
    const facts = [
      t('cores', { count: host.cpu_number }),
      t('gib', { size: format.number(gib(host.ram_mib), { maximumFractionDigits: 1 }) }),
      addressesOf(host)[0],
    ]
    return {
      detail:
        said((host.fault && crashReason(host.fault.msg)) ?? task?.message ?? '') || facts.filter(Boolean).join(', '),
      state: <HostState host={host} task={task} bare />,
    }
  }
}
