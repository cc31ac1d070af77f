'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Said } from '../../i18n/said.tsx'
import { HostPtr } from '../../ptr/host-ptr.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { WithSidePanel } from '../../ui/layout/section.tsx'
import type { HostActions } from '../use-host-actions.tsx'
import { AddressTable } from './address-table.tsx'
import { InterfaceTable } from './interface-table.tsx'
import { MonthTraffic } from './month-traffic.tsx'
import { Forged, RuleTable } from './rule-table.tsx'
import { useNetworkActions } from './use-network-actions.tsx'

/** Interfaces, addresses and packet rules of a VM. */
export function HostNetwork({ host, actions }: { host: Host; actions: HostActions }) {
  const t = useTranslations('hosts.network')
  const network = useNetworkActions(host)
  return (
    <WithSidePanel
      label={t('side')}
      side={
        <>
          <MonthTraffic host={host} />
          <Forged host={host} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Waits host={host} actions={actions} />
        <InterfaceTable host={host} network={network} />
        <AddressTable host={host} network={network} />
        <HostPtr host={host.id} />
        <RuleTable host={host} network={network} />
        {network.dialogs}
      </div>
    </WithSidePanel>
  )
}

/** The guest has not been told of its network, and why. */
function Waits({ host, actions }: { host: Host; actions: HostActions }) {
  const t = useTranslations('hosts.network')
  if (host.network_waits === null || host.state !== 'active') return null
  return (
    <Notice
      kind="run"
      title={t('waits')}
      action={
        <Button disabledReason={actions.disabled('restart', host)} onClick={() => actions.run('restart', host)}>
          {actions.label('restart', host)}
        </Button>
      }
    >
      <Said text={host.network_waits} />
    </Notice>
  )
}
