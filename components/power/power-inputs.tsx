'use client'
import Cpu from 'lucide-react/icons/cpu'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { powerReasonOf } from '../../server/domain/server/power.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { OutletState } from '../pdus/outlet-state.tsx'
import { cn } from '../ui/class-names.ts'
import { ChassisIcon, PduIcon, ServerIcon } from '../ui/display/icons.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { linked } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { type Wire, type WireState, Wires } from '../ui/display/wires.tsx'
import { PowerState } from './power-state.tsx'

const ROW = 58
const GAP = 8

type Outlet = Server['pdu_connections'][number]
const carries = { up: 'on', down: 'off', unknown: 'unknown' } as const satisfies Record<string, WireState>

/**
 * Outlets and controller at the left, the server at the right, and a line from each that says whether it carries.
 * @param menuOf what can be done to the cable to an outlet, at the end of its box
 */
export function PowerInputs({ server, menuOf }: { server: Server; menuOf?: (outlet: Outlet) => ReactNode }) {
  const t = useTranslations('power')
  const format = useFormatter()
  const { isAdmin } = useMe()
  const { pdu_connections: powerInputs, ipmi, chassis } = server
  // A blade has no outlets: it gets its power from the chassis, whose power is not read.
  const byChassis = chassis !== null && powerInputs.length === 0
  const reason = powerReasonOf(
    powerInputs.map((powerInput) => powerInput.power_status),
    ipmi?.power_status ?? null,
  )
  const wires: Wire[] = [
    ...powerInputs.map((powerInput) => ({ state: carries[powerInput.power_status] })),
    ...(byChassis ? [{ state: 'unknown' as const }] : []),
    { state: ipmi?.power_status ?? null, signal: true },
  ]
  return (
    <div className="flex items-stretch phone:flex-col phone:gap-2">
      <ul aria-label={t('feeds.label')} className="flex w-84 min-w-0 flex-col phone:w-auto" style={{ gap: GAP }}>
        {powerInputs.map((powerInput, at) => (
          <Box key={powerInput.connection_id} icon={<PduIcon />} end={menuOf?.(powerInput)}>
            <span className="flex items-baseline gap-1.5">
              {isAdmin ? (
                linked(paths.pdu(powerInput.pdu_id), powerInput.pdu_name)
              ) : (
                <span className="truncate">{t('feeds.input', { number: at + 1 })}</span>
              )}
              <span className="whitespace-nowrap text-12 text-fg-3">
                {t('feeds.outlet', { outlet: powerInput.port_identity })}
              </span>
            </span>
            <span className="flex items-center gap-3 text-12">
              <OutletState status={powerInput.power_status} />
              {powerInput.load_watt === null ? null : (
                <span className="num text-fg-2">{t('feeds.watt', { watt: format.number(powerInput.load_watt) })}</span>
              )}
            </span>
          </Box>
        ))}
        {byChassis ? (
          <Box icon={<ChassisIcon />}>
            <span className="flex items-baseline gap-1.5">
              <span className="whitespace-nowrap text-12 text-fg-3">{t('feeds.chassis')}</span>
              {isAdmin ? (
                linked(paths.chassis(chassis.id), chassis.name)
              ) : (
                <span className="truncate">{chassis.name}</span>
              )}
            </span>
            <span className="truncate text-12 text-fg-3">{t('feeds.chassisFeeds')}</span>
          </Box>
        ) : null}
        <Box icon={<Cpu />} none={ipmi === null}>
          <span className="truncate">
            {t('feeds.controller')} {ipmi ? <span className="text-12 text-fg-3">{ipmi.type.toUpperCase()}</span> : null}
          </span>
          <span className="flex items-center gap-3 text-12">
            {ipmi === null ? (
              <span className="text-fg-3">{t('feeds.none')}</span>
            ) : reason === 'outlets' ? (
              <State kind="off">{t('feeds.dark')}</State>
            ) : ipmi.status === 'fail' ? (
              <State kind="fault">{t('feeds.silent')}</State>
            ) : (
              <>
                <State kind={ipmi.power_status}>{t(`feeds.says.${ipmi.power_status}`)}</State>
                {ipmi.last_update ? (
                  <span className="text-fg-3">
                    <RelativeTime at={ipmi.last_update} />
                  </span>
                ) : null}
              </>
            )}
          </span>
        </Box>
      </ul>
      <Wires wires={wires} row={ROW} gap={GAP} />
      <div className="flex min-w-44 flex-1 items-center">
        <div className="flex w-full max-w-90 min-w-0 flex-col gap-1 rounded-md border border-line-strong bg-raised px-3 py-2.5">
          <span className="flex items-center gap-2">
            <ServerIcon className="text-fg-3" />
            <span className="truncate font-semibold">{server.name}</span>
            <span className="ml-auto whitespace-nowrap">
              <PowerState server={server} />
            </span>
          </span>
          <p className="text-12 text-fg-2">
            {t(`because.${byChassis && reason === 'nothing' ? 'onlyChassis' : reason}`, {
              count: powerInputs.length,
              status: ipmi?.power_status ?? 'unknown',
            })}
          </p>
        </div>
      </div>
    </div>
  )
}

function Box(props: { icon: ReactNode; none?: boolean; end?: ReactNode; children: ReactNode }) {
  const { icon, none, end, children } = props
  return (
    <li
      style={{ height: ROW }}
      className={cn(
        'flex min-w-0 items-center gap-2.5 rounded-md border px-3',
        none ? 'border-line border-dashed text-fg-3' : 'border-line bg-subtle',
      )}
    >
      <span className="flex-none text-fg-3">{icon}</span>
      <span className="flex min-w-0 flex-col gap-0.5">{children}</span>
      {end ? <span className="ml-auto flex-none">{end}</span> : null}
    </li>
  )
}
