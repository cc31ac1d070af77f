'use client'
import { useQuery } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ServerConsole } from '../../../server/domain/console/server.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { apiFault } from '../../api/fault.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import type { ConsoleProps, RequestTicket } from '../../console/types.ts'
import { paths } from '../../paths.ts'
import { usePowerMenu } from '../../power/use-power-menu.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { toast } from '../../ui/floating/toast.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'

const SerialConsole = lazy(() => import('../../console/serial-console.tsx').then((m) => ({ default: m.SerialConsole })))
const VncConsole = lazy(() => import('../../console/vnc-console.tsx').then((m) => ({ default: m.VncConsole })))
const kinds = parseAsStringLiteral(['sol', 'vnc'] as const).withDefault('sol')

type Props = {
  server: Server
  /** A window of its own cannot be popped out once more. */
  own?: boolean
}

/** The serial console of a server over its controller, and the screen where the controller shows it. */
export function LiveServerConsole({ server, own }: Props) {
  const t = useTranslations('serverConsole')
  const trpc = useTRPC()
  const params = { server_id: server.id }
  const query = useQuery(trpc.dci.serverConsole.get.queryOptions({ params }))
  if (query.data) return <Console server={server} console={query.data} own={own ?? false} />
  if (!query.error) return <p className="animate-late p-6 text-fg-3">{t('loading')}</p>
  return (
    <div className="p-6">
      <ErrorState title={t('unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
    </div>
  )
}

function Console({ server, console: given, own }: { server: Server; console: ServerConsole; own: boolean }) {
  const t = useTranslations('serverConsole')
  const words = useTranslations('console')
  const { dci } = useTRPCClient()
  const [wanted, setKind] = useQueryState('kind', kinds)
  const { offers } = given
  const kind: 'vnc' | 'sol' = offers.vnc && (wanted === 'vnc' || !offers.sol) ? 'vnc' : 'sol'
  const requestTicket = useCallback<RequestTicket>(
    async (_kind, mode, { takeOver }) => {
      try {
        const body = { kind, mode, take_over: takeOver } as const
        return await dci.serverConsole.open.mutate({ params: { server_id: server.id }, body })
      } catch (fault) {
        throw new Error(apiFault(fault).msg)
      }
    },
    [dci, kind, server.id],
  )
  const stopped = useWhyNone(server, given)
  const enable = useEnable(server, given)
  const menu = usePowerMenu()
  const popOutHref = paths.serverConsole(server.id, kind === 'vnc' ? kind : undefined)
  const props: ConsoleProps = {
    name: server.name,
    // A server that is off is watched as well, to see it boot.
    running: stopped === null,
    stopped: stopped ?? { title: '' },
    powerState: server.power_status,
    requestTicket,
    mode: 'control',
    // An operation switches it itself: nothing to choose from, and the console gets the room.
    power: server.operation_running ? [] : menu.entries(server),
    watchers: given.list
      .filter((viewer) => viewer.kind === kind)
      .map(({ id, account, mode, self }) => ({ id, account_id: account.id, name: account.email, mode, self })),
    ...(enable && kind === 'sol' && { help: enable }),
    ...(!own && { popOutHref }),
    ...(offers.sol &&
      offers.vnc && {
        lead: (
          <Segmented
            size="sm"
            label={words('which')}
            value={kind}
            onValueChange={(next) => void setKind(next)}
            options={[
              { value: 'sol', label: words('serial.title') },
              { value: 'vnc', label: words('screen') },
            ]}
          />
        ),
      }),
  }
  return (
    <>
      <Suspense fallback={<p className="animate-late p-6 text-fg-3">{t('loading')}</p>}>
        {kind === 'vnc' ? <VncConsole {...props} /> : <SerialConsole kind="sol" {...props} />}
      </Suspense>
      {menu.dialogs}
    </>
  )
}

/** Why there is no console at all; null when there is one. */
function useWhyNone(server: Server, { controller, offers, enabled }: ServerConsole): ConsoleProps['stopped'] | null {
  const t = useTranslations('serverConsole')
  const { isAdmin } = useMe()
  if (controller === null) return { title: t('noController'), hint: t('noControllerHint') }
  if (!offers.sol && !offers.vnc) return { title: t('noSerial'), hint: t('noSerialHint') }
  if (!enabled) return { title: t('switchedOff'), hint: t('switchedOffHint') }
  if (!isAdmin && server.state !== 'active') return { title: t('suspended'), hint: t('suspendedHint') }
  return null
}

/** Some controllers have their serial console switched off in the firmware, and an administrator may switch it on from here. */
function useEnable(server: Server, { offers }: ServerConsole): ConsoleProps['help'] | null {
  const t = useTranslations('serverConsole')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  if (!isAdmin || !offers.enable_serial) return null
  const run = () => {
    setBusy(true)
    dci.serverConsole.enableSerial
      .mutate({ params: { server_id: server.id }, body: {} })
      .then(() => toast({ title: t('enabled') }))
      .catch(faultToast(t('notEnabled')))
      .finally(() => setBusy(false))
  }
  return { label: t('enable'), run, busy }
}
