'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Impact, ImpactKind, Verdict } from '../../server/domain/impact/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { paths } from '../paths.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import { useImpactLabels } from './impact-labels.ts'

const marks: Record<Verdict, StateKind> = { dark: 'fault', cut: 'warn', less: 'run' }

/** Everything that breaks when one thing fails. */
export function ImpactPage({ kind, id }: { kind: ImpactKind; id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.impact.get.queryOptions({ params: { kind, id } }))
  return <ObjectGate query={query}>{(impact) => <Page impact={impact} />}</ObjectGate>
}

function Page({ impact }: { impact: Impact }) {
  const t = useTranslations('impact')
  const words = useImpactLabels()
  const left = (share: { lost: number; left: number }) =>
    share.lost + share.left === 0 ? '-' : t('leftOf', { left: share.left, of: share.left + share.lost })
  const { about, counts, servers, nodes, hosts, addresses, owners } = impact
  const title = t('title', { name: about.name })
  const homes = useHomes()
  return (
    <>
      <PageCrumbs
        crumbs={[homes.list(about.kind), { label: about.name, ...homes.one(about) }, { label: t('short') }]}
      />
      <PageHeader title={title} below={<p className="text-fg-2">{words(impact)}</p>} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 phone:px-4">
        <Part
          title={t('servers')}
          total={counts.dark + counts.cut + counts.less}
          wide={[2, 3]}
          heads={[t('server'), t('becomes'), t('feeds'), t('links'), t('owner')]}
          rows={servers.map((server) => [
            String(server.id),
            <TextLink key="name" plain href={paths.server(server.id)}>
              {server.name}
            </TextLink>,
            <State key="state" kind={marks[server.verdict]}>
              {t(`verdicts.${server.verdict}`)}
            </State>,
            left(server.power),
            left(server.links),
            server.owner_email ?? '-',
          ])}
        />
        <Part
          title={t('nodes')}
          total={counts.nodes}
          heads={[t('node'), t('becomes'), t('machines')]}
          rows={nodes.map((node) => [
            String(node.id),
            <TextLink key="name" plain href={paths.node(node.id)}>
              {node.name}
            </TextLink>,
            <State key="state" kind={marks[node.verdict]}>
              {t(`verdicts.${node.verdict}`)}
            </State>,
            node.host_count,
          ])}
        />
        <Part
          title={t('machines')}
          total={counts.hosts}
          wide={[1]}
          heads={[t('machine'), t('node'), t('owner')]}
          rows={hosts.map((host) => [
            String(host.id),
            <TextLink key="name" plain href={paths.host(host.id)}>
              {host.name}
            </TextLink>,
            host.node,
            host.owner_email,
          ])}
        />
        <Part
          title={t('addresses')}
          total={counts.addresses}
          heads={[t('address'), t('usedBy')]}
          rows={addresses.map((address) => [String(address.id), address.name, address.used_by])}
        />
        <Part
          title={t('owners')}
          total={counts.owners}
          heads={[t('owner'), t('servers'), t('machines')]}
          rows={owners.map((owner) => [
            String(owner.id),
            <TextLink key="name" plain href={paths.user(owner.id)}>
              {owner.email}
            </TextLink>,
            owner.servers,
            owner.hosts,
          ])}
        />
      </div>
    </>
  )
}

/** The way back: the list of the kind, and the page of what fails where it has one of its own. */
function useHomes() {
  const nav = useTranslations('titles')
  const lists = {
    rack: { label: nav('racks'), href: paths.racks() },
    server: { label: nav('servers'), href: paths.servers() },
    switch: { label: nav('switches'), href: paths.switches() },
    port: { label: nav('switches'), href: paths.switches() },
    pdu: { label: nav('pdus'), href: paths.pdus() },
    outlet: { label: nav('pdus'), href: paths.pdus() },
    node: { label: nav('nodes'), href: paths.nodes() },
  } satisfies Record<ImpactKind, { label: string; href: string }>
  const pages: Partial<Record<ImpactKind, (id: number) => string>> = {
    rack: paths.rack,
    server: paths.server,
    switch: paths.switch,
    pdu: paths.pdu,
    node: paths.node,
  }
  return {
    list: (kind: ImpactKind) => lists[kind],
    one: ({ kind, id }: Impact['about']) => {
      const href = pages[kind]?.(id)
      return href ? { href } : {}
    },
  }
}

/** One kind of what is hit; left out when there is none. Rows begin with their key. */
function Part(props: {
  title: string
  total: number
  heads: string[]
  /** Columns for which a telephone has no room. */
  wide?: readonly number[]
  rows: [string, ...ReactNode[]][]
}) {
  const { title, total, heads, wide = [], rows } = props
  const t = useTranslations('impact')
  if (total === 0) return null
  const onPhone = (at: number) => (wide.includes(at) ? 'phone:hidden' : '')
  return (
    <div className="mt-2">
      <Section title={title} count={total}>
        <Table label={title}>
          <TableHead>
            {heads.map((head, at) => (
              <Th key={head} className={onPhone(at)}>
                {head}
              </Th>
            ))}
          </TableHead>
          <tbody>
            {rows.map(([key, ...cells]) => (
              <Tr key={key}>
                {cells.map((cell, at) => (
                  <Td key={heads[at]} name={at === 0} quiet={at > 1} className={onPhone(at)}>
                    {cell}
                  </Td>
                ))}
              </Tr>
            ))}
          </tbody>
        </Table>
        {total > rows.length ? (
          <p className="mt-1 text-12 text-fg-3">{t('more', { count: total - rows.length })}</p>
        ) : null}
      </Section>
    </div>
  )
}
