'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Problem } from '../../server/domain/problem/record.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { filtersToText } from '../table/filter-text.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { toast } from '../ui/floating/toast.tsx'

/** Page of the object that a problem is about; null where it has none. */
export const problemHref = ({ entity, id }: Pick<Problem, 'entity' | 'id'>): string | null => {
  switch (entity) {
    case 'host':
      return paths.host(id)
    case 'node':
      return paths.node(id)
    case 'cluster':
      return paths.cluster(id)
    case 'repository':
      return paths.images('repositories')
    case 'ippool':
      return paths.pool(id)
    case 'location':
      return paths.location(id)
    case 'server':
      return paths.server(id)
    case 'switch':
      return paths.switch(id)
    case 'pdu':
      return paths.pdu(id)
    case 'storage':
      return paths.storage(id)
    case 'operation_plan':
      return paths.operationPlan(id)
    case 'name_server':
      return paths.nameServers()
    case 'backup_location':
      return paths.backupLocation(id)
    case 'schedule':
      return paths.schedule(id)
    case 'proxy_location':
      return paths.remote()
    default:
      return null
  }
}

/** The inbox with the machines of one location, in the grammar of its list. */
const inLocation = (id: number) => ({ f: filtersToText([{ field: 'location', op: 'is', values: [String(id)] }]) })

/** Where a problem is mended, and the word on the button that leads there. */
const wayOf = ({ kind, id, state, name, entity }: Problem) => {
  switch (kind) {
    case 'node':
      return state === 'crashed'
        ? ({ href: paths.newNode({ again: id }), word: 'attach' } as const)
        : ({ href: paths.node(id), word: 'node' } as const)
    case 'node_part':
    case 'storage':
    case 'node_cpu':
    case 'node_steal':
    case 'node_memory':
    case 'node_pressure':
      return { href: paths.node(id), word: 'node' } as const
    case 'storage_away':
    case 'storage_lost':
    case 'storage_disk':
    case 'storage_full':
    case 'storage_fills':
      return { href: paths.storage(id), word: 'storage' } as const
    case 'host':
    case 'host_disk':
    case 'host_memory':
    case 'host_steal':
    case 'host_agent':
      return { href: paths.host(id), word: 'host' } as const
    case 'host_filter':
      return { href: paths.host(id, 'network'), word: 'host' } as const
    case 'server':
    case 'unread':
      return { href: paths.server(id), word: 'server' } as const
    case 'link':
      return { href: paths.server(id), word: 'cables' } as const
    case 'feed':
      return { href: paths.server(id, 'power'), word: 'power' } as const
    case 'sensor':
      return { href: paths.server(id, 'controller'), word: 'sensors' } as const
    case 'controller':
    case 'identity':
      return { href: paths.server(id, 'controller'), word: kind } as const
    case 'drift':
      return { href: paths.switchDrift(id), word: 'drift' } as const
    case 'port':
      return { href: paths.switch(id), word: 'port' } as const
    case 'outlet':
      return { href: paths.pdu(id), word: 'outlet' } as const
    case 'proxy':
      return { href: paths.remote(), word: 'proxy' } as const
    case 'discovery':
      return { href: paths.unacceptedServers(inLocation(id)), word: 'discovery' } as const
    case 'operation_waits':
      return { href: paths.server(id, 'operations'), word: 'operation' } as const
    case 'plan_paused':
      return { href: paths.operationPlan(id), word: 'plan' } as const
    case 'location_service':
      return { href: paths.location(id, 'services'), word: 'services' } as const
    case 'repository':
      return { href: paths.images('repositories'), word: 'repository' } as const
    case 'addresses':
      return { href: paths.pool(id), word: 'addresses' } as const
    case 'backup_fills':
    case 'backup_round':
      if (entity === 'node') return { href: paths.node(id), word: 'node' } as const
      return { href: paths.backupLocation(id), word: 'backupLocation' } as const
    case 'backup_damaged':
      if (entity === 'node') return { href: paths.node(id), word: 'node' } as const
      return { href: paths.backupLocation(id, 'backups'), word: 'backupsHere' } as const
    case 'backup_missing':
    case 'backup_none':
    case 'backup_late':
      return { href: paths.host(id, 'backups'), word: 'backups' } as const
    case 'rehearsal_failed':
    case 'rehearsal_late':
      return { href: paths.rehearsals({ q: name }), word: 'rehearsals' } as const
    case 'schedule':
      return { href: paths.schedule(id), word: 'schedule' } as const
    default:
      return null
  }
}

/** The next step for one problem: what mends it, or the place where that is done. */
export function ProblemStep({ problem }: { problem: Problem }) {
  const t = useTranslations('problems.next')
  const { isAdmin } = useMe()
  const [, openTask] = useOpenTask()
  const { kind, task } = problem
  if (kind === 'task')
    return task === undefined ? null : (
      <Button size="sm" onClick={() => void openTask(task)}>
        {t('task')}
      </Button>
    )
  if (isAdmin && (kind === 'switch' || kind === 'pdu' || kind === 'location' || kind === 'backup_location'))
    return <AskAgain problem={problem} kind={kind} />
  if (kind === 'provisioning') return <PutBack problem={problem} />
  const way = wayOf(problem)
  return way ? (
    <Button size="sm" asChild>
      <Link href={way.href} prefetch={false}>
        {t(way.word)}
      </Link>
    </Button>
  ) : null
}

/** Has the ports of a switch put back that operations have left in the provisioning VLAN. */
function PutBack({ problem: { id, name } }: { problem: Problem }) {
  const t = useTranslations('problems.next')
  const { dci } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      await dci.operation.portsBack.mutate({ params: { switch_id: id }, body: {} })
      toast({ kind: 'run', title: t('puttingBack', { name }) })
    } catch (error) {
      faultToast(t('notPutBack', { name }))(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void ask()}>
      {t('putBack')}
    </Button>
  )
}

type Asked = 'switch' | 'pdu' | 'location' | 'backup_location'

/** Has the device or the control host asked anew: it may answer again by now. */
function AskAgain({ problem, kind }: { problem: Problem; kind: Asked }) {
  const t = useTranslations('problems.next')
  const { dci, vm } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  const { id } = problem
  const ask = async () => {
    setBusy(true)
    try {
      if (kind === 'switch') await dci.switch.poll.mutate({ params: { switch_id: id }, body: {} })
      else if (kind === 'pdu') await dci.pdu.poll.mutate({ params: { pdu_id: id }, body: {} })
      else if (kind === 'backup_location') await vm.backupLocation.check.mutate({ params: { location_id: id } })
      else await dci.location.check.mutate({ params: { location_id: id }, body: {} })
      toast({ kind: 'run', title: t(kind === 'backup_location' ? 'checking' : 'asked', { name: problem.name }) })
    } catch (error) {
      faultToast(t(kind === 'backup_location' ? 'notChecked' : 'notAsked', { name: problem.name }))(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void ask()}>
      {t(kind === 'location' || kind === 'backup_location' ? 'check' : 'poll')}
    </Button>
  )
}
