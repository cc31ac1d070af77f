'use client'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import type { IpRecord } from '../../../server/domain/ip/schema.ts'
import { ipLifecycle } from '../../../server/domain/ip/states.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { IpState } from '../../ip/ip-state.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { DeleteIcon } from '../../ui/display/icons.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { NetworkActions } from './use-network-actions.tsx'

const MOST = '0,256'

/** Addresses of a VM, and the subnets that it has as a whole. */
export function AddressTable({ host, network }: { host: Host; network: NetworkActions }) {
  const t = useTranslations('hosts.network')
  const words = useTranslations('hosts')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.ip.list.queryOptions({ query: { where: `host EQ ${host.id}`, orderby: 'id', limit: MOST } }),
  )
  const on = (address: IpRecord) =>
    [...host.ip4, ...host.ip6].find(({ ip }) => ip === address.ip_addr)?.interface || '-'
  const kind = (address: IpRecord) => {
    if (address.prefix) return t('kinds.subnet')
    return address.family === 2 ? 'IPv4' : 'IPv6'
  }
  return (
    <Section
      title={words('page.addresses')}
      count={query.data?.size}
      action={
        <Button
          size="sm"
          icon={<Plus />}
          disabledReason={network.off}
          onClick={() => network.ask({ command: 'addAddress' })}
        >
          {t('addAddress')}
        </Button>
      }
    >
      <Loaded query={query} rows={2} label={t('loading')} unread={t('unread')}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t('noAddresses')}>{t('noAddressesHint')}</EmptyState>
          ) : (
            <Rows
              label={words('page.addresses')}
              rows={list}
              columns={[
                { head: t('address'), name: true, cell: (one) => <Copyable text={one.prefix ?? one.ip_addr} /> },
                { head: t('kind'), quiet: true, cell: kind },
                { head: t('interface'), quiet: true, cell: on },
                { head: t('state'), cell: ({ state }) => <IpState state={state} /> },
                {
                  head: t('gateway'),
                  quiet: true,
                  wide: true,
                  cell: ({ gateway }) => <span className="mono">{gateway ?? '-'}</span>,
                },
                { head: words('fields.domain'), quiet: true, wide: true, cell: ({ domain }) => domain ?? '-' },
                {
                  head: <span className="sr-only">{t('actions')}</span>,
                  right: true,
                  className: 'w-10',
                  cell: (address) => {
                    const busy = ipLifecycle.can('delete', address.state).ok ? undefined : t('addressBusy')
                    const off = network.off ?? busy
                    const doing = off
                      ? { disabledReason: off }
                      : { onSelect: () => network.ask({ command: 'release', address }) }
                    return (
                      <MoreMenu
                        label={t('actionsOf', { name: address.prefix ?? address.ip_addr })}
                        entries={[{ label: t('release'), icon: <DeleteIcon />, danger: true, ...doing }]}
                      />
                    )
                  },
                },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
