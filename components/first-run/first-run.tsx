'use client'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { Overview } from '../../server/domain/overview/record.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPC } from '../api/trpc.ts'
import { NEW, paths } from '../paths.ts'
import { useRunningTasks } from '../shell/use-running-tasks.ts'
import { AdministrationIcon, CatalogueIcon, KeyIcon, LocationIcon, NodeIcon, UsersIcon } from '../ui/display/icons.tsx'
import { type NodeStep, nodeDoor } from './doors.ts'
import { type Door, type DoorStep, ThreeDoors } from './three-doors.tsx'
import { useSkipped } from './use-skipped.ts'

const hrefOf: Record<NodeStep, () => string> = {
  cluster: paths.newNode,
  node: paths.newNode,
  images: paths.images,
  addresses: paths.addresses,
  host: paths.newHost,
}

/** Where to begin: a real node, a location, or the demo. The marks follow what exists. */
export function FirstRun({ overview }: { overview: Overview }) {
  const t = useTranslations('firstRun')
  const router = useRouter()
  const [, skip] = useSkipped(true)
  const doors = [useNodeDoor(overview), useLocationDoor(overview), useDemoDoor(overview)]
  return (
    <ThreeDoors
      doors={doors}
      title={overview.counts.hosts > 0 ? t('again') : t('title')}
      skipLabel={overview.counts.hosts > 0 ? t('toOverview') : t('skip')}
      onSkip={() => {
        if (overview.counts.hosts === 0) skip(true)
        router.push(paths.overview())
      }}
      next={[
        { icon: UsersIcon, title: t('also.user'), text: t('also.userText'), href: paths.users() },
        { icon: KeyIcon, title: t('also.secondFactor'), text: t('also.secondFactorText'), href: paths.account() },
        {
          icon: AdministrationIcon,
          title: t('also.accessLists'),
          text: t('also.accessListsText'),
          href: paths.accessLists(),
        },
      ]}
    />
  )
}

function useNodeDoor({ counts, nodes }: Overview): Door {
  const t = useTranslations('firstRun.node')
  const { list } = useRunningTasks()
  const runs = (name: string) => list.some((task) => task.name === name)
  const { steps, done, next } = nodeDoor(counts, {
    attaching: runs('node_create'),
    brokenNodes: nodes.some((node) => node.state === 'crashed'),
    creating: runs('host_create'),
    reading: runs('repository_update'),
  })
  const attached = nodes.find((node) => node.state === 'active')
  const notes: Partial<Record<NodeStep, string>> = { ...(attached && { node: attached.name }) }
  return {
    id: 'node',
    icon: NodeIcon,
    title: t('title'),
    text: t('text'),
    steps: steps.map(({ key, state }): DoorStep => ({ label: t(`steps.${key}`), state, note: notes[key] })),
    action: {
      label: next ? t(`actions.${next}`) : t('open'),
      primary: true,
      href: next ? hrefOf[next]() : paths.hosts(),
    },
    aside: done > 0 ? t('done', { done, of: steps.length }) : t('aside'),
  }
}

function useLocationDoor({ counts, locations }: Overview): Door {
  const t = useTranslations('firstRun.location')
  const devices = locations.reduce((sum, one) => sum + one.switches.total + one.pdus.total, 0)
  const steps = [
    { key: 'site', done: locations.length > 0, href: paths.locations(NEW) },
    { key: 'racks', done: counts.racks > 0, href: paths.racks() },
    { key: 'devices', done: devices > 0, href: paths.newSwitch() },
    { key: 'server', done: counts.servers > 0, href: paths.newServer() },
  ] as const
  const next = steps.find((step) => !step.done)
  return {
    id: 'location',
    icon: LocationIcon,
    title: t('title'),
    text: t('text'),
    steps: steps.map(({ key, done }) => ({ label: t(`steps.${key}`), state: done ? 'done' : 'todo' })),
    action: { label: t(`actions.${next?.key ?? 'done'}`), href: next?.href ?? paths.racks() },
    aside: t('aside', { done: steps.filter((step) => step.done).length, of: steps.length }),
  }
}

function useDemoDoor({ demo }: Overview): Door {
  const t = useTranslations('firstRun.demo')
  const trpc = useTRPC()
  const task = useRunningTasks().list.find((one) => one.entity === 'demo')
  const onError = faultToast(t('failed'))
  const load = useMutation(trpc.vm.demo.load.mutationOptions({ onError }))
  const remove = useMutation(trpc.vm.demo.remove.mutationOptions({ onError }))
  const loading = task?.name === 'demo_load'
  const state = demo ? 'done' : loading ? 'running' : 'todo'
  return {
    id: 'demo',
    icon: CatalogueIcon,
    title: t('title'),
    text: t('text'),
    steps: (['cluster', 'hosts', 'consoles'] as const)
      .map((key): DoorStep => ({ label: t(`steps.${key}`), state }))
      .concat({ label: t('steps.removed'), state: 'todo' }),
    action: {
      label: demo ? t('remove') : t('load'),
      busy: load.isPending || remove.isPending || task !== undefined,
      onSelect: () => (demo ? remove.mutate({}) : load.mutate({})),
    },
    aside: task ? `${task.percent}%` : t('aside'),
  }
}
