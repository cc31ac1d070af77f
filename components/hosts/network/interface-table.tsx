'use client'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import { useFormatter, useTranslations } from 'use-intl'
import type { InterfaceRecord } from '../../../server/domain/host/network.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { useUnits } from '../../figures/units.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { DeleteIcon } from '../../ui/display/icons.tsx'
import { Sparkline } from '../../ui/display/sparkline.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { NetworkActions } from './use-network-actions.tsx'
import { useTraffic } from './use-traffic.ts'

type Props = { host: Host; network: NetworkActions }

/** Interfaces of a VM: what they are on, and what passes them now and passed in the last hour. */
export function InterfaceTable({ host, network }: Props) {
  const t = useTranslations('hosts.network')
  const trpc = useTRPC()
  const units = useUnits()
  const format = useFormatter()
  const query = useQuery(
    trpc.vm.host.interfaces.queryOptions({ params: { host_id: host.id }, query: { orderby: 'id' } }),
  )
  const traffic = useTraffic(host.id, host.state === 'active')
  const rate = (at: number, way: 'in' | 'out') => {
    const found = traffic(at)?.[way]
    if (found?.now == null) return '-'
    return (
      <span className="inline-flex items-center gap-2">
        <span className="num">{units.bits(found.now)}</span>
        <Sparkline values={found.hour} />
      </span>
    )
  }
  const { net_in_mbitps, net_out_mbitps } = host
  const limit = (mbitps: number | null) => (mbitps === null ? t('unlimited') : format.number(mbitps))
  const limits =
    net_in_mbitps === null && net_out_mbitps === null
      ? t('unlimited')
      : `${limit(net_in_mbitps)} / ${limit(net_out_mbitps)}`
  const entries = (face: InterfaceRecord) => {
    const off = network.off ?? (face.state === 'ok' ? undefined : t('faceBusy'))
    const doing = (command: 'editInterface' | 'removeInterface') =>
      off ? { disabledReason: off } : { onSelect: () => network.ask({ command, face }) }
    return [
      { label: t('editInterface'), icon: <Pencil />, ...doing('editInterface') },
      { kind: 'line' as const },
      { label: t('removeInterface'), icon: <DeleteIcon />, danger: true, ...doing('removeInterface') },
    ]
  }
  return (
    <Section
      title={t('interfaces')}
      count={query.data?.size}
      action={
        <Button
          size="sm"
          icon={<Plus />}
          disabledReason={network.off}
          onClick={() => network.ask({ command: 'addInterface' })}
        >
          {t('addInterface')}
        </Button>
      }
    >
      <Loaded query={query} rows={2} label={t('loading')} unread={t('unread')}>
        {({ list }) => (
          <Rows
            label={t('interfaces')}
            rows={list}
            columns={[
              { head: t('name'), name: true, cell: ({ name }) => name },
              { head: t('state'), cell: (face) => <FaceState face={face} host={host} /> },
              { head: t('network'), cell: (face) => <Network face={face} /> },
              { head: t('mac'), wide: true, cell: ({ mac }) => <Copyable text={mac} /> },
              { head: t('in'), right: true, wide: true, cell: (face) => rate(list.indexOf(face), 'in') },
              { head: t('out'), right: true, wide: true, cell: (face) => rate(list.indexOf(face), 'out') },
              { head: t('limit'), quiet: true, wide: true, cell: () => limits },
              {
                head: <span className="sr-only">{t('actions')}</span>,
                right: true,
                className: 'w-10',
                cell: (face) => <MoreMenu label={t('actionsOf', { name: face.name })} entries={entries(face)} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

function FaceState({ face, host }: { face: InterfaceRecord; host: Host }) {
  const t = useTranslations('hosts.network.states')
  if (face.state !== 'ok') return <State kind="run">{t(face.state)}</State>
  return host.state === 'active' ? <State kind="on">{t('up')}</State> : <State kind="off">{t('down')}</State>
}

function Network({ face }: { face: InterfaceRecord }) {
  const t = useTranslations('hosts.network')
  const of = face.cluster_interface === 0 ? t('mainNetwork') : face.cluster_interface === 1 ? t('secondNetwork') : null
  const how = face.dhcp ? t('dhcp') : face.no_ip ? t('noIp') : null
  return (
    <>
      {of ?? <span className="mono">{face.bridge}</span>}{' '}
      <span className="text-fg-3">{[of && face.bridge, face.model, how].filter(Boolean).join(', ')}</span>
    </>
  )
}
