'use client'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { isNodeState } from '../../server/domain/node/states.ts'
import type { ClusterCapacity, NodeLoad } from '../../server/domain/overview/record.ts'
import { paths } from '../paths.ts'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { type StateKind, StateMark } from '../ui/display/state-mark.tsx'
import { rampOf, shortName } from './capacity.ts'

const measures = ['cpu', 'ram', 'vms'] as const
type Measure = (typeof measures)[number]

const steps = [
  'bg-ramp-0 text-ramp-on-0',
  'bg-ramp-1 text-ramp-on-1',
  'bg-ramp-2 text-ramp-on-2',
  'bg-ramp-3 text-ramp-on-3',
  'bg-ramp-4 text-ramp-on-4',
  'bg-ramp-5 text-ramp-on-5',
] as const

/** A node that is not simply there: its mark stands in place of the colour. */
const special = (node: NodeLoad): { kind: StateKind; word: 'unavailable' | 'creating' | 'maintenance' } | null => {
  if (node.state === 'crashed' || node.state === 'unavailable') return { kind: 'fault', word: 'unavailable' }
  if (node.state !== 'active') return { kind: 'run', word: 'creating' }
  return node.maintenance_mode ? { kind: 'pause', word: 'maintenance' } : null
}

const edges: Partial<Record<StateKind, string>> = {
  fault: 'border border-fault-line bg-fault-tint',
  run: 'border border-run-line bg-run-tint',
  pause: 'border border-warn-line bg-warn-tint',
}

/** Every node as a square, the darker the busier; what needs a look has its mark. */
export function NodeMap({ nodes, clusters }: { nodes: readonly NodeLoad[]; clusters: readonly ClusterCapacity[] }) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const [measure, setMeasure] = useState<Measure>('cpu')
  const most = Math.max(1, ...nodes.map((node) => node.host_count))
  const share = (node: NodeLoad) =>
    measure === 'cpu' ? node.cpu_percent : measure === 'ram' ? node.ram_percent : (node.host_count / most) * 100
  const marks = [...new Map(nodes.flatMap((node) => special(node) ?? []).map((one) => [one.word, one])).values()]
  return (
    <section>
      <div className="flex h-9 items-center gap-2">
        <h2 className="font-semibold">{t('nodes')}</h2>
        <span className="num text-fg-3">{format.number(nodes.length)}</span>
        <span className="ml-auto">
          <Segmented
            size="sm"
            label={t('measure')}
            value={measure}
            onValueChange={setMeasure}
            options={measures.map((value) => ({ value, label: t(`measures.${value}`) }))}
          />
        </span>
      </div>
      <div className="flex flex-col gap-2 py-1">
        {clusters.map((cluster) => {
          const own = nodes.filter((node) => node.cluster === cluster.id)
          if (own.length === 0) return null
          return (
            <div key={cluster.id} className="grid grid-cols-[88px_minmax(0,1fr)] items-start gap-2">
              <span className="truncate text-12 leading-6 text-fg-2" title={cluster.name}>
                {cluster.name}
              </span>
              <ul className="flex flex-wrap gap-0.5">
                {own.map((node) => (
                  <li key={node.id}>
                    <Square node={node} percent={share(node)} measure={measure} />
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-12 text-fg-3">
        <span className="flex items-center gap-1.5">
          <span className="num">0</span>
          <span aria-hidden="true" className="flex gap-px">
            {steps.map((step) => (
              <i key={step} className={cn('block h-2 w-4.5 rounded-[2px]', step)} />
            ))}
          </span>
          <span className="num">{measure === 'vms' ? t('vms', { count: most }) : '100%'}</span>
        </span>
        {marks.map((one) => (
          <span key={one.word} className="flex items-center gap-1">
            <StateMark kind={one.kind} className="size-3" />
            {t(`marks.${one.word}`)}
          </span>
        ))}
      </div>
    </section>
  )
}

function Square({ node, percent, measure }: { node: NodeLoad; percent: number; measure: Measure }) {
  const t = useTranslations('overview')
  const states = useTranslations('nodes.states')
  const other = special(node)
  const value = measure === 'vms' ? t('vms', { count: node.host_count }) : `${Math.round(percent)}%`
  const text = other
    ? t('squareState', { name: node.name, state: isNodeState(node.state) ? states(node.state) : node.state })
    : t('square', { name: node.name, measure: t(`measures.${measure}`), value })
  return (
    <Link
      href={paths.node(node.id)}
      prefetch={false}
      title={text}
      className={cn(
        'relative grid size-6 place-items-center rounded-[3px] text-11 tabular-nums',
        other ? edges[other.kind] : steps[rampOf(percent)],
      )}
    >
      <span aria-hidden="true">
        {other ? <StateMark kind={other.kind} className="size-3" /> : shortName(node.name)}
      </span>
      <span className="sr-only">{text}</span>
    </Link>
  )
}
