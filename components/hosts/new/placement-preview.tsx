'use client'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFormatter, useTranslations } from 'use-intl'
import type { Cluster } from '../../../server/domain/cluster/record.ts'
import { needsOf } from '../../../server/domain/node/capabilities.ts'
import {
  type Candidate,
  candidateOf,
  fitting,
  type Obstacle,
  obstacle,
  type Wanted,
} from '../../../server/domain/node/placement.ts'
import { isNodeState } from '../../../server/domain/node/states.ts'
import { useTRPC } from '../../api/trpc.ts'
import { optionOf } from '../../form/option-of.ts'
import { paths } from '../../paths.ts'
import { cn } from '../../ui/class-names.ts'
import { NodeIcon } from '../../ui/display/icons.tsx'
import { Meter } from '../../ui/display/progress.tsx'
import { gib } from '../../ui/display/size.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import type { NewHost } from './rules.ts'

const SHOWN = 8
const sumOf = (disks: NewHost['disks']) => disks.reduce((sum, { size_mib }) => sum + (size_mib || 0), 0)

/** The node that placement would choose now, and why the others are not it; by the same rules as the server's. */
export function PlacementPreview({ values, clusterId }: { values: NewHost; clusterId: number }) {
  const t = useTranslations('newHost')
  const trpc = useTRPC()
  const nodes = useQuery(
    trpc.vm.node.list.queryOptions({ query: { where: `cluster EQ ${clusterId}`, orderby: 'id', limit: '0,200' } }),
  )
  const cluster = useQuery(trpc.vm.cluster.get.queryOptions({ params: { cluster_id: clusterId } })).data as
    | Cluster
    | undefined
  const { setValue } = useFormContext<NewHost>()
  // A node of the cluster that was chosen before.
  const isLost = values.node !== null && nodes.data?.list.every(({ id }) => String(id) !== values.node?.value)
  useEffect(() => {
    if (isLost) setValue('node', null, { shouldDirty: true })
  }, [isLost, setValue])
  if (!nodes.data || !cluster) return null
  const want = {
    cpu_number: values.cpu_number || 1,
    ram_mib: values.ram_mib || 0,
    hdd_mib: (values.hdd_mib || 0) + (values.preset ? 0 : sumOf(values.disks)),
    os_tag: values.empty ? [] : values.os?.tags,
    os: values.empty ? null : (values.os?.id ?? null),
    cluster: clusterId,
    preset: values.preset?.id ?? null,
    needs: [...(values.preset?.needs ?? []), ...needsOf(values)],
  }
  const candidates = nodes.data.list.map((node) => candidateOf(node, cluster))
  const order = fitting(candidates, want, cluster.host_distribution_policy)
  const own = values.node ? candidates.find((one) => String(one.id) === values.node?.value) : undefined
  const chosen = own ?? order[0]
  const left = candidates.filter((one) => !order.includes(one))
  const shown = [...order, ...left].slice(0, SHOWN)
  return (
    <>
      <SidePanelSection title={t('side.where')}>
        {candidates.length === 0 ? (
          <p className="pb-1 text-12 text-fg-2">
            {t.rich('side.noNodes', {
              link: (text) => (
                <TextLink href={paths.newNode()} className="underline underline-offset-2">
                  {text}
                </TextLink>
              ),
            })}
          </p>
        ) : (
          <>
            <div className="mb-1 flex items-center gap-2">
              {chosen && obstacle(chosen, want) === null ? (
                <>
                  <NodeIcon />
                  <span className="font-medium">{chosen.name}</span>
                  <span className="text-fg-2">
                    {own ? t('side.yourChoice') : t(`side.policy.${cluster.host_distribution_policy}`)}
                  </span>
                </>
              ) : (
                <>
                  <StateMark kind="fault" />
                  <span className="font-medium">{own ? t('side.thisCannot') : t('side.noneCan')}</span>
                </>
              )}
            </div>
            <NodeChoice nodes={shown} want={want} chosen={chosen} />
            <p className="mt-1.5 text-12 text-fg-3">
              {t('side.excluded', { count: left.length, all: candidates.length })}{' '}
              <BackToAutomatic own={own !== undefined} />
            </p>
          </>
        )}
      </SidePanelSection>
      <SidePanelSection title={t('side.after', { cluster: cluster.name })}>
        <After cluster={cluster} values={values} />
      </SidePanelSection>
    </>
  )
}

type ChoiceProps = {
  nodes: readonly Candidate[]
  want: Wanted
  chosen: Candidate | undefined
}

/** Each node with what is free on it, or why it is out; pressing one chooses it instead of the panel. */
function NodeChoice({ nodes, want, chosen }: ChoiceProps) {
  const t = useTranslations('newHost')
  const format = useFormatter()
  const { setValue } = useFormContext<NewHost>()
  const words = useObstacleLabels()
  return (
    <ul>
      {nodes.map((node) => {
        const why = obstacle(node, want)
        const here = node === chosen
        const free = format.number(gib(node.ram_limit - node.ram_allocated), { maximumFractionDigits: 0 })
        const content = (
          <>
            {why ? (
              <X className="size-3.5 text-fg-3" />
            ) : here ? (
              <Check className="size-3.5 text-accent-text" />
            ) : (
              <StateMark kind="off" />
            )}
            <span className={cn('min-w-14', why && 'text-fg-3')}>{node.name}</span>
            <span className="num min-w-0 truncate text-fg-3" title={why ? words(why) : undefined}>
              {why ? words(why) : t('side.free', { size: free })}
            </span>
            <span className={cn('ml-auto', here ? 'text-accent-text' : 'text-fg-3')}>
              {why ? t('side.out') : here ? t('side.chosen') : null}
            </span>
          </>
        )
        const look = 'flex h-6 w-full items-center gap-2.5 rounded-sm text-12'
        return (
          <li key={node.id}>
            {why ? (
              <span className={look}>{content}</span>
            ) : (
              <button
                type="button"
                aria-pressed={here}
                onClick={() => setValue('node', optionOf(node), { shouldDirty: true, shouldTouch: true })}
                className={cn(look, 'text-left hover:bg-hover coarse:h-11')}
              >
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function BackToAutomatic({ own }: { own: boolean }) {
  const t = useTranslations('newHost')
  const { setValue } = useFormContext<NewHost>()
  if (!own) return t('side.pressOne')
  return (
    <button
      type="button"
      onClick={() => setValue('node', null, { shouldDirty: true })}
      className="rounded-xs text-accent-text hover:underline"
    >
      {t('side.letChoose')}
    </button>
  )
}

function useObstacleLabels() {
  const t = useTranslations('newHost')
  const states = useTranslations('nodes.states')
  const capabilities = useTranslations('nodes.capabilities')
  const format = useFormatter()
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  return (o: Obstacle): string => {
    switch (o.why) {
      case 'state':
        return t('obstacles.state', { state: isNodeState(o.state) ? states(o.state) : o.state })
      case 'filter':
        return t('obstacles.filter', { expression: o.expression })
      case 'host_limit':
        return t('obstacles.host_limit', { limit: o.limit })
      case 'cpu':
        return t('obstacles.cpu', { left: o.left })
      case 'ram':
        return t('obstacles.ram', { left: size(o.left) })
      case 'storage':
        return t('obstacles.storage', { left: size(o.left) })
      case 'capability':
        return t('obstacles.capability', { capability: capabilities(o.capability) })
      default:
        return t(`obstacles.${o.why}`)
    }
  }
}

/** How full the cluster is with the new VMs in it. */
function After({ cluster, values }: { cluster: Cluster; values: NewHost }) {
  const t = useTranslations('newHost')
  const format = useFormatter()
  const count = values.count || 1
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 0 })
  const lines = [
    {
      label: t('fields.cpu_number'),
      used: cluster.cpu_number.used + count * (values.cpu_number || 0),
      // Without a limit any number of virtual cores may be given: there is no share to draw.
      of: cluster.cpu_overselling >= 0 ? Math.round(cluster.cpu_number.total * cluster.cpu_overselling) : null,
      show: (n: number) => format.number(n),
    },
    {
      label: t('fields.ram_mib'),
      used: cluster.ram_mib.used + count * (values.ram_mib || 0),
      of: cluster.ram_mib.total,
      show: size,
    },
    {
      label: t('fields.hdd_mib'),
      used: cluster.storage_mib.used + count * (values.hdd_mib || 0),
      of: cluster.storage_mib.total,
      show: size,
    },
  ]
  return (
    <ul>
      {lines.map((line, at) => (
        <li key={line.label} className="flex h-[22px] items-center gap-2 text-12">
          <span className="w-13 flex-none text-fg-3">{line.label}</span>
          {line.of === null ? (
            <span className="num ml-auto text-fg-2">
              {t('side.onCores', { used: line.show(line.used), cores: line.show(cluster.cpu_number.total) })}
            </span>
          ) : (
            <>
              <Meter used={line.used} of={line.of} label={line.label} className="flex-1" />
              <span className="num w-28 flex-none text-right text-fg-2">
                {t(at === 0 ? 'side.of' : 'side.ofGib', { used: line.show(line.used), all: line.show(line.of) })}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
