'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { MachineDetail } from '../../server/domain/machine/schema.ts'
import { isAnswering } from '../../server/domain/machine/states.ts'
import { apiFault } from '../api/fault.ts'
import { faultToast } from '../api/fault-toast.ts'
import { readEvery } from '../api/readings.ts'
import { useTRPC } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { Drawer } from '../ui/floating/drawer.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { MachineEvidence } from './machine-evidence.tsx'
import { MachineHardware } from './machine-hardware.tsx'
import { machineName } from './machine-name.ts'
import { MachineRack } from './machine-rack.tsx'
import type { MachineActions } from './use-machine-actions.tsx'

const kinds = { waiting: 'run', ignored: 'off', adopted: 'ok' } as const

type MachinePanelProps = { id: number; actions: MachineActions; onClose: () => void }

/** One machine beside the list: why it is thought to be where it is, what it is made of, and what can be done with it. */
export default function MachinePanel({ id, actions, onClose }: MachinePanelProps) {
  const t = useTranslations('machines')
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.dci.machine.get.queryOptions({ params: { machine_id: id } }),
    refetchInterval: readEvery.load,
  })
  const { data: machine, error } = query
  if (!machine)
    return (
      <Drawer title={t('one')} onClose={onClose}>
        <div className="p-3">
          {error ? (
            <ErrorState
              title={t('unread')}
              cause={apiFault(error).msg}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <SkeletonRows label={t('loading')} />
          )}
        </div>
      </Drawer>
    )
  const isSilent = machine.state === 'waiting' && !isAnswering(machine, query.dataUpdatedAt)
  return (
    <Drawer
      title={machineName(machine)}
      badge={
        <StateBadge kind={isSilent ? 'off' : kinds[machine.state]}>
          {t(isSilent ? 'badge.silent' : `badge.${machine.state}`)}
        </StateBadge>
      }
      aside={
        <>
          {isSilent ? `${t('lastAnswered')} ` : null}
          <RelativeTime at={machine.seen_at} />
        </>
      }
      onClose={onClose}
      footer={<Buttons machine={machine} actions={actions} />}
    >
      <div className="px-5 pb-3">
        <SidePanelSection title={t('placeTitle')}>
          <MachineRack machine={machine} className="mb-2" />
          <MachineEvidence machine={machine} />
        </SidePanelSection>
        <MachineHardware machine={machine} />
      </div>
    </Drawer>
  )
}

function Buttons({ machine, actions }: { machine: MachineDetail; actions: MachineActions }) {
  const t = useTranslations('machines')
  if (machine.state === 'adopted') return null
  const move = (command: 'ignore' | 'takeBack') =>
    void actions.move(command, machine).catch(faultToast(t(`${command}.failed`)))
  if (machine.state === 'ignored') return <Button onClick={() => move('takeBack')}>{t('takeBack.label')}</Button>
  const disabledReason = actions.why(machine)
  const off = disabledReason === undefined ? {} : { disabledReason }
  return (
    <div className="flex flex-wrap gap-2">
      {machine.known ? (
        <Button kind="primary" {...off} onClick={() => actions.ask({ command: 'join', machine })}>
          {t('join.label', { name: machine.known.name })}
        </Button>
      ) : null}
      <Button
        kind={machine.known ? 'default' : 'primary'}
        {...off}
        onClick={() => actions.ask({ command: 'adopt', machine })}
      >
        {t('adopt.label')}
      </Button>
      <Button kind="quiet" onClick={() => move('ignore')}>
        {t('ignore.label')}
      </Button>
    </div>
  )
}
