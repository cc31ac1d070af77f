'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { HostPtr } from '../../ptr/host-ptr.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** Addresses and interfaces of a VM. */
export function HostNetwork({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const addresses = [
    ...host.ip4.map((one) => ({ ...one, family: 'IPv4' })),
    ...host.ip6.map((one) => ({ ...one, family: 'IPv6' })),
  ]
  return (
    <div className="flex flex-col gap-3 px-6 py-1 phone:px-4">
      <Section title={t('page.addresses')} count={addresses.length}>
        {addresses.length === 0 ? (
          <EmptyState title={t('network.noAddresses')}>{t('network.noAddressesHint')}</EmptyState>
        ) : (
          <Rows
            label={t('page.addresses')}
            rows={addresses}
            rowKey={({ ip }) => ip}
            columns={[
              { head: t('fields.ip'), cell: ({ ip }) => <Copyable text={ip} /> },
              { head: t('network.family'), quiet: true, wide: true, cell: ({ family }) => family },
              { head: t('network.interface'), quiet: true, cell: (one) => one.interface || '-' },
              { head: t('fields.domain'), quiet: true, cell: () => host.domain ?? '-' },
            ]}
          />
        )}
      </Section>
      <HostPtr host={host.id} />
      <Section title={t('network.interfaces')} count={host.interfaces.length}>
        <Rows
          label={t('network.interfaces')}
          rows={host.interfaces}
          rowKey={({ mac }) => mac}
          columns={[
            { head: t('fields.name'), name: true, cell: ({ host_interface }) => host_interface },
            { head: t('network.mac'), cell: ({ mac }) => <Copyable text={mac} /> },
            {
              head: t('network.settings'),
              quiet: true,
              cell: ({ dhcp }) => (dhcp ? t('network.dhcp') : t('network.static')),
            },
          ]}
        />
      </Section>
    </div>
  )
}
