'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC } from '../../api/trpc.ts'
import { Said } from '../../i18n/said.tsx'
import { useTaskLabels } from '../../tasks/labels.ts'
import { useOpenTask } from '../../tasks/task-drawer.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import type { HostCommand } from '../host-rules.ts'
import type { HostActions } from '../use-host-actions.tsx'
import { HostLogs } from './host-logs.tsx'

const again: Record<string, HostCommand> = {
  host_create: 'retry',
  host_start: 'start',
  host_stop: 'stop',
  host_restart: 'restart',
  host_change_password: 'password',
  host_change_vnc_password: 'vncPassword',
  host_change_spice: 'spice',
  host_repair_agent: 'repairAgent',
  host_change_account: 'owner',
  host_change_params: 'resources',
  host_delete: 'delete',
  host_clone: 'clone',
}

type Props = { host: Host; fault: NonNullable<Host['fault']>; actions: HostActions }

/** What failed last, at which step, why, and what can be done; it stays until it is acknowledged. */
export function HostFault({ host, fault, actions }: Props) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const words = useTaskLabels()
  const [, openTask] = useOpenTask()
  const dismiss = useMutation(
    trpc.vm.task.dismiss.mutationOptions({
      onError: faultToast(t('fault.notDismissed')),
    }),
  )
  const { task } = fault
  const retry = again[fault.action]
  // Acknowledging does not help a crashed VM: what helps is another action.
  const crashed = host.state === 'crashed'
  return (
    <Notice
      kind={crashed ? 'fault' : 'warn'}
      title={
        fault.action === 'node_watch'
          ? t(crashed ? 'fault.crashed' : 'fault.stalled')
          : fault.step
            ? t('fault.titleAt', { task: words.name(fault.action), step: words.step(fault.step) })
            : t('fault.title', { task: words.name(fault.action) })
      }
      actions={
        <>
          {retry && !actions.reason(retry, host) ? (
            <Button size="sm" onClick={() => actions.run(retry, host)}>
              {t(retry === 'retry' ? 'commands.retry' : 'fault.again')}
            </Button>
          ) : null}
          {crashed ? (
            <CrashedActions host={host} actions={actions} but={retry} />
          ) : task !== undefined ? (
            <Button size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate({ params: { task_id: task } })}>
              {t('fault.dismiss')}
            </Button>
          ) : null}
          {host.is_built ? <HostLogs hostId={host.id} /> : null}
          {task !== undefined ? (
            <Button size="sm" kind="quiet" onClick={() => void openTask(task)}>
              {t('fault.open')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>
        <Said text={fault.msg} />
      </p>
      {crashed ? <p>{t(host.is_built ? 'fault.guestCrashedHint' : 'fault.crashedHint')}</p> : null}
    </Notice>
  )
}

/** Ways out of a crash. */
function CrashedActions({ host, actions, but }: Pick<Props, 'host' | 'actions'> & { but: HostCommand | undefined }) {
  const ways: readonly HostCommand[] = host.is_built ? ['start', 'powerOff', 'delete'] : ['delete']
  return ways
    .filter((command) => command !== but && actions.has(command))
    .map((command) => (
      <Button
        key={command}
        size="sm"
        kind={command === 'start' ? 'default' : 'danger'}
        disabledReason={actions.disabled(command, host)}
        onClick={() => actions.run(command, host)}
      >
        {actions.label(command, host)}
      </Button>
    ))
}
