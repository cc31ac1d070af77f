'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useLive } from '../api/live.tsx'
import { useTRPC } from '../api/trpc.ts'
import { Said } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { useOpenTask } from '../tasks/task-drawer.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { Section } from '../ui/layout/section.tsx'
import { doingOf } from './labels.ts'
import { PowerHistory } from './power-history.tsx'
import { PowerInputs } from './power-inputs.tsx'

/** The power of a server: what is under way, by what it is fed and switched, and what happened to it. */
export default function ServerPower({ server }: { server: Server }) {
  const t = useTranslations('power')
  return (
    <div className="flex max-w-280 flex-col gap-3 px-6 py-3 phone:px-4">
      <UnderWay server={server} />
      <HeldByOperation server={server} />
      <Section title={t('feeds.title')}>
        <PowerInputs server={server} />
      </Section>
      <Section title={t('history.title')}>
        <PowerHistory server_id={server.id} />
      </Section>
    </div>
  )
}

/** An operation holds the server, and switches its power itself. */
function HeldByOperation({ server: { id, operation_running } }: { server: Server }) {
  const t = useTranslations('power')
  if (!operation_running) return null
  return (
    <Notice
      kind="run"
      action={
        <Button size="sm" asChild>
          <Link href={paths.serverOperation(id, operation_running.id)}>{t('showOperation')}</Link>
        </Button>
      }
    >
      {t('why.operation')}
    </Notice>
  )
}

/** What is done to its power now, with its progress and the way to call it off. */
function UnderWay({ server: { power_action, power_task } }: { server: Server }) {
  const t = useTranslations('power')
  const trpc = useTRPC()
  const { progress } = useLive()
  const [, openTask] = useOpenTask()
  const abort = useMutation(
    trpc.vm.task.abort.mutationOptions({
      onError: faultToast(t('notCalledOff')),
    }),
  )
  const doing = doingOf(power_action)
  if (doing === null || power_task === null) return null
  const message = progress.get(power_task)?.message
  return (
    <Notice
      kind="run"
      title={t(`doing.${doing}`)}
      action={
        <span className="flex gap-2">
          <Button size="sm" onClick={() => void openTask(power_task)}>
            {t('showTask')}
          </Button>
          <Button size="sm" busy={abort.isPending} onClick={() => abort.mutate({ params: { task_id: power_task } })}>
            {t('callOff')}
          </Button>
        </span>
      }
    >
      {message ? <Said text={message} /> : null}
    </Notice>
  )
}
