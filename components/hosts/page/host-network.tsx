'use client'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'

/** Addresses and interfaces of a machine. */
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
          <Table label={t('page.addresses')}>
            <TableHead>
              <Th>{t('fields.ip')}</Th>
              <Th className="phone:hidden">{t('network.family')}</Th>
              <Th>{t('network.interface')}</Th>
              <Th>{t('fields.domain')}</Th>
            </TableHead>
            <tbody>
              {addresses.map((one) => (
                <Tr key={one.ip}>
                  <Td>
                    <Copyable text={one.ip} />
                  </Td>
                  <Td quiet className="phone:hidden">
                    {one.family}
                  </Td>
                  <Td quiet>{one.interface || '-'}</Td>
                  <Td quiet>{host.domain ?? '-'}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section title={t('network.interfaces')} count={host.interfaces.length}>
        <Table label={t('network.interfaces')}>
          <TableHead>
            <Th>{t('fields.name')}</Th>
            <Th>{t('network.mac')}</Th>
            <Th>{t('network.settings')}</Th>
          </TableHead>
          <tbody>
            {host.interfaces.map((one) => (
              <Tr key={one.mac}>
                <Td name>{one.host_interface}</Td>
                <Td>
                  <Copyable text={one.mac} />
                </Td>
                <Td quiet>{one.dhcp ? t('network.dhcp') : t('network.static')}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </Section>
    </div>
  )
}
