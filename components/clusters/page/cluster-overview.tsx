'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { clusterFields } from '../../../server/domain/cluster/fields.ts'
import type { Cluster } from '../../../server/domain/cluster/record.ts'
import { Conditions } from '../../hosts/conditions.tsx'
import { paths } from '../../paths.ts'
import { useOwnFacts } from '../../resource/own-facts.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { CapacityList } from '../../ui/display/capacity.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { ClusterNodes } from './cluster-nodes.tsx'

/** How full it is, its nodes and storages, and how VMs are placed on it. */
export function ClusterOverview({ cluster }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  const { cpu_number, ram_mib, storage_mib } = cluster
  return (
    <WithSidePanel label={t('page.facts')} side={<Side cluster={cluster} />}>
      <div className="flex flex-col gap-3">
        {cluster.node_count > 0 ? (
          <Section title={t('page.capacity')}>
            <CapacityList
              rows={[
                // Without a limit cores may be given any number of times, so that is no share of anything.
                ...(cluster.cpu_overselling > 0
                  ? [
                      {
                        label: t('fields.cpu_number'),
                        kind: 'number' as const,
                        used: cpu_number.used,
                        of: Math.round(cpu_number.total * cluster.cpu_overselling),
                      },
                    ]
                  : []),
                { label: t('fields.ram_mib'), kind: 'size', used: ram_mib.used, of: ram_mib.total },
                { label: t('fields.storage_mib'), kind: 'size', used: storage_mib.used, of: storage_mib.total },
              ]}
            />
          </Section>
        ) : null}
        <ClusterNodes cluster={cluster} />
        <Storages cluster={cluster} />
      </div>
    </WithSidePanel>
  )
}

function Storages({ cluster }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  return (
    <Section title={t('page.storages')} count={cluster.storages.length}>
      <Rows
        label={t('page.storages')}
        rows={cluster.storages}
        columns={[
          {
            head: t('fields.name'),
            name: true,
            cell: ({ name, is_main }) => (
              <>
                {name}
                {is_main ? <span className="ml-1.5 text-12 text-fg-3">{t('page.main')}</span> : null}
              </>
            ),
          },
          {
            head: t('page.kind'),
            quiet: true,
            cell: ({ type }) => (t.has(`storageKinds.${type as 'file'}`) ? t(`storageKinds.${type as 'file'}`) : type),
          },
          {
            head: t('page.path'),
            quiet: true,
            cell: ({ virt_pool }) => (
              <Mono>{Object.values(virt_pool).find((value) => typeof value === 'string') ?? '-'}</Mono>
            ),
          },
        ]}
      />
    </Section>
  )
}

function Side({ cluster }: { cluster: Cluster }) {
  const t = useTranslations('clusters')
  const format = useFormatter()
  const own = useOwnFacts(clusterFields, 'clusters')
  return (
    <>
      <SidePanelSection title={t('page.placement')}>
        <Facts
          facts={[
            ...own(cluster, {
              only: ['host_distribution_policy', 'overselling', 'cpu_overselling', 'host_per_node_limit'],
            }),
            (cluster.host_filter ?? []).length > 0 && {
              term: t('fields.host_filter'),
              value: <Conditions filter={cluster.host_filter} />,
            },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.network')}>
        <Facts
          facts={[
            {
              term: t('fields.ippools'),
              value:
                cluster.ippools.length === 0
                  ? t('page.noPools')
                  : cluster.ippools.map((pool) => (
                      <span key={pool.id} className="mr-2 inline-block">
                        <TextLink href={paths.pool(pool.id)}>{pool.name}</TextLink>
                      </span>
                    )),
            },
            {
              term: t('fields.dns_servers'),
              value: cluster.dns_servers?.length ? <Mono>{cluster.dns_servers.join(', ')}</Mono> : t('page.noDns'),
            },
            cluster.domain_template !== null && {
              term: t('fields.domain_template'),
              value: <Mono>{cluster.domain_template}</Mono>,
            },
            {
              term: t('fields.domain_change_allowed'),
              value: cluster.domain_change_allowed ? t('page.domainAllowed') : t('page.domainKept'),
            },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.facts')}>
        <Facts
          facts={[
            { term: t('fields.virtualization_type'), value: t(`kinds.${cluster.virtualization_type}`) },
            {
              term: t('fields.cpu_number'),
              value: t('usedOf', {
                used: format.number(cluster.cpu_number.used),
                total: format.number(cluster.cpu_number.total),
              }),
            },
            ...own(cluster, { only: ['os_storage_path', 'image_storage_path', 'time_zone'] }),
            { term: t('fields.id'), value: <Copyable text={String(cluster.id)} /> },
          ]}
        />
      </SidePanelSection>
    </>
  )
}
