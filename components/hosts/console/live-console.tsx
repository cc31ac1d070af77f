'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, Suspense, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { possibleCapabilities } from '../../../server/domain/node/capabilities.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import type { ConsoleProps, RequestTicket } from '../../console/types.ts'
import { paths } from '../../paths.ts'
import type { HostCommand } from '../host-rules.ts'
import type { HostActions } from '../use-host-actions.tsx'
import { SpiceButton } from './spice-button.tsx'

const HostConsole = lazy(() => import('../../console/host-console.tsx').then((m) => ({ default: m.HostConsole })))

const power: readonly HostCommand[] = ['stop', 'restart', 'start', 'reset', 'powerOff']
const kinds = parseAsStringLiteral(['vnc', 'serial'] as const).withDefault('vnc')

type Props = {
  host: Host
  actions: HostActions /** A window of its own cannot be popped out once more. */
  own?: boolean
}

/** Screen and serial port of a VM, with its power menu and other viewers. */
export function LiveConsole({ host, actions, own }: Props) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const [chosen, setKind] = useQueryState('kind', kinds)
  const hasScreen = possibleCapabilities(host.cluster.virtualization_type).includes('screen')
  const kind = hasScreen ? chosen : 'serial'
  const viewers = useQuery(trpc.vm.console.viewers.queryOptions({ params: { host_id: host.id } }))
  const requestTicket = useCallback<RequestTicket>(
    async (wanted, mode) => {
      try {
        return await vm.host.console.mutate({
          params: { host_id: host.id },
          body: { kind: wanted === 'vnc' ? wanted : 'serial', mode },
        })
      } catch (fault) {
        throw new Error(apiFault(fault).msg)
      }
    },
    [vm, host.id],
  )
  return (
    <Suspense fallback={<p className="animate-late p-6 text-fg-3">{t('console.loading')}</p>}>
      <HostConsole
        name={host.name}
        running={host.state === 'active'}
        stopped={useStopped(host, actions)}
        requestTicket={requestTicket}
        mode="control"
        power={actions.entries(host, power)}
        watchers={(viewers.data?.list ?? [])
          .filter((viewer) => viewer.kind === kind)
          .map(({ id, account, mode, self }) => ({ id, account_id: account.id, name: account.email, mode, self }))}
        kind={kind}
        hasScreen={hasScreen}
        program={<SpiceButton host={host} off={actions.reason('console', host)} />}
        onKindChange={(next) => void setKind(next)}
        {...(!own && {
          popOutHref: (shown: 'vnc' | 'serial') =>
            shown === 'vnc' ? paths.console(host.id) : `${paths.console(host.id)}?kind=${shown}`,
        })}
      />
    </Suspense>
  )
}

/** Why there is no picture, and what helps. */
function useStopped(host: Host, actions: HostActions): ConsoleProps['stopped'] {
  const t = useTranslations('hosts')
  if (host.action) {
    const key = `moving.${host.action}`
    return { title: t('console.wait', { moving: t.has(key as never) ? t(key as 'moving.other') : t('moving.other') }) }
  }
  if (host.state === 'stopped')
    return {
      title: t('console.stopped'),
      action: { label: actions.label('start', host), run: () => actions.run('start', host) },
    }
  if (host.state === 'unknown' && host.node) return { title: t('console.silent', { node: host.node.name }) }
  if (host.state === 'crashed') return { title: host.fault?.msg ?? t('console.crashed') }
  return { title: t('refusals.console') }
}
