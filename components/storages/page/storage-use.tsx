'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SOON_DAYS } from '../../../server/domain/problem/rules.ts'
import { storageCan } from '../../../server/domain/storage/kinds.ts'
import type { Storage, StorageUse as Use } from '../../../server/domain/storage/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { LineChart } from '../../chart/line-chart.tsx'
import { typeahead } from '../../resource/loaders.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import type { Option } from '../../ui/controls/use-options.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Section } from '../../ui/layout/section.tsx'
import { UseBar } from '../use-bar.tsx'

const DAYS = 90

/** How full it was over the last three months, on all nodes or on one, what disks are promised, and when it will be full. */
export function StorageUse({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const trpc = useTRPC()
  const [node, setNode] = useState<Option | null>(null)
  const of = { days: DAYS, ...(node && { node: Number(node.value) }) }
  const query = useQuery(trpc.vm.storage.use.queryOptions({ params: { storage_id: storage.id }, query: of }))
  return (
    <Section
      title={t('page.use')}
      action={<UseBar used={storage.used_mib} total={storage.total_mib} promised={storage.promised_mib} />}
    >
      {storageCan(storage.kind, 'shared') || storage.node_total < 2 ? null : (
        <NodeChoice storage={storage} node={node} onChoose={setNode} />
      )}
      <Loaded query={query} rows={4} label={t('page.use')} unread={t('page.useUnread')}>
        {(use) => <Shown storage={storage} node={node?.label} use={use} />}
      </Loaded>
    </Section>
  )
}

/** Each node has room of its own: one may fill up while the others do not. */
function NodeChoice(props: { storage: Storage; node: Option | null; onChoose: (node: Option | null) => void }) {
  const { storage, node, onChoose } = props
  const t = useTranslations('storages.page')
  const { vm } = useTRPCClient()
  const params = { storage_id: storage.id }
  const load = typeahead((asked, options) => vm.storage.nodes.query({ params, ...asked }, options))
  return (
    <div className="w-56 pb-2">
      <Combobox
        clearable
        size="sm"
        aria-label={t('node')}
        placeholder={t('allNodes')}
        load={load}
        value={node}
        onValueChange={onChoose}
      />
    </div>
  )
}

function Shown({ storage, node, use: { list, ...trend } }: { storage: Storage; node: string | undefined; use: Use }) {
  const t = useTranslations('storages.page')
  const size = useSizes()
  const total = node === undefined ? storage.total_mib : (list.at(-1)?.total_mib ?? 0)
  return (
    <>
      {list.length < 2 ? (
        <p className="py-2 text-12 text-fg-2">{t('noUse')}</p>
      ) : (
        <LineChart
          title={t('lastDays', { count: DAYS })}
          times={list.map(({ at }) => Date.parse(at) / 1000)}
          series={[
            { label: t('used'), values: list.map(({ used_mib }) => used_mib) },
            { label: t('promised'), values: list.map(({ promised_mib }) => promised_mib) },
          ]}
          mark={{ label: t('size'), value: total }}
          binary
          format={size}
        />
      )}
      <Trend {...trend} node={node} missing={node === undefined ? storage.promised_mib - storage.total_mib : 0} />
    </>
  )
}

type TrendProps = Omit<Use, 'list'> & { node: string | undefined; missing: number }

/** Where its growth leads, in words: a warning when that is soon. */
function Trend({ growth_mib_per_day: growth, full_in_days: days, node, missing }: TrendProps) {
  const t = useTranslations('storages.page')
  const size = useSizes()
  const lacks = missing > 0 ? ` ${t('missing', { size: size(missing) })}` : ''
  if (growth === null || days === null) {
    const words = growth === null ? t('noTrend') : t('growsSlowly', { growth: size(Math.max(0, growth)) })
    return <p className="pt-1 text-12 text-fg-2">{words + lacks}</p>
  }
  const words = t('grows', { growth: size(growth), days }) + lacks
  if (days >= SOON_DAYS) return <p className="pt-1 text-12 text-fg-2">{words}</p>
  return (
    <Notice kind="warn" className="mt-2" title={node === undefined ? t('soon') : t('soonOn', { node })}>
      {words}
    </Notice>
  )
}
