'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** The network interfaces that were found on the node. */
export function NodeInterfaces({ id }: { id: number }) {
  const t = useTranslations('nodes')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.node.interfaces.queryOptions({ params: { node_id: id }, query: { orderby: 'name', limit: '0,200' } }),
  )
  return (
    <Section title={t('page.interfaces')} {...(query.data && { count: query.data.size })}>
      <Loaded query={query} rows={3} label={t('page.interfaces')} unread={t('page.interfaces')}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-fg-3">{t('page.noInterfaces')}</p>
          ) : (
            <Rows
              label={t('page.interfaces')}
              rows={list}
              columns={[
                {
                  head: t('iface.name'),
                  name: true,
                  cell: (one) => (
                    <>
                      <span className="mono">{one.name}</span>
                      {one.is_main_network ? <span className="ml-1.5 text-12 text-fg-3">{t('iface.main')}</span> : null}
                      {/* A telephone has no room for a column of it. */}
                      <span className="block text-12 font-normal text-fg-3 wide:hidden">
                        {t(`iface.types.${one.type}`)}
                      </span>
                    </>
                  ),
                },
                {
                  head: t('iface.state'),
                  cell: ({ state }) => (
                    <State kind={state === 'up' ? 'on' : 'off'}>
                      {state === 'up' ? t('iface.up') : t('iface.down')}
                    </State>
                  ),
                },
                {
                  head: t('iface.type'),
                  quiet: true,
                  wide: true,
                  cell: ({ type, slaves }) => (
                    <>
                      {t(`iface.types.${type}`)}
                      {slaves.length > 0 ? (
                        <span className="ml-1.5 text-12 text-fg-3">
                          {t('iface.members', { names: slaves.join(', ') })}
                        </span>
                      ) : null}
                    </>
                  ),
                },
                {
                  head: t('iface.address'),
                  cell: ({ ip_params }) =>
                    [ip_params?.v4, ip_params?.v6].map((address) =>
                      address ? (
                        <span key={address} className="mr-3">
                          <Copyable text={address} />
                        </span>
                      ) : null,
                    ),
                },
                {
                  head: t('iface.gateway'),
                  quiet: true,
                  wide: true,
                  cell: ({ ip_params }) => (
                    <span className="mono">{ip_params?.gateway_v4 ?? ip_params?.gateway_v6 ?? ''}</span>
                  ),
                },
                {
                  head: t('iface.mac'),
                  quiet: true,
                  wide: true,
                  cell: ({ mac }) => <span className="mono">{mac}</span>,
                },
                { head: t('fields.host_count'), right: true, wide: true, cell: ({ host_count }) => host_count },
              ]}
            />
          )
        }
      </Loaded>
    </Section>
  )
}
