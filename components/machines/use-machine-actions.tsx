'use client'
import Ban from 'lucide-react/icons/ban'
import Undo from 'lucide-react/icons/undo-2'
import { lazy, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Machine } from '../../server/domain/machine/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { type BulkAction, planBy } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import { ServerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { machineName } from './machine-name.ts'

const MachineDialogs = lazy(() => import('./machine-dialogs.tsx'))

export type MachineAsking =
  | { command: 'adopt' | 'join'; machine: Machine }
  | { command: 'adoptAll'; machines: readonly Machine[] }

const icons = { ignore: Ban, takeBack: Undo }

/** The one definition of what can be done to machines that were found. Put `dialogs` on the page once. */
export function useMachineActions() {
  const t = useTranslations('machines')
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<MachineAsking>((asked, onClose) => (
    <MachineDialogs asked={asked} onClose={onClose} />
  ))
  const move = useCallback(
    (command: 'ignore' | 'takeBack', { id, version }: Machine) =>
      dci.machine[command].mutate({ params: { machine_id: id }, body: {}, if_match: version }),
    [dci],
  )
  const why = useCallback((machine: Machine) => (machine.hardware === null ? t('notReported') : undefined), [t])
  const entries = useCallback(
    (machine: Machine): MenuEntry[] => {
      const one = (command: 'ignore' | 'takeBack'): MenuEntry => {
        const Icon = icons[command]
        return {
          label: t(`${command}.label`),
          icon: <Icon />,
          onSelect: () => void move(command, machine).catch(faultToast(t(`${command}.failed`))),
        }
      }
      if (machine.state === 'adopted')
        return machine.server
          ? [{ label: t('toServer'), icon: <ServerIcon />, href: paths.server(machine.server.id) }]
          : []
      if (machine.state === 'ignored') return [one('takeBack')]
      const disabledReason = why(machine)
      const off = disabledReason === undefined ? {} : { disabledReason }
      return [
        { label: t('adopt.label'), icon: <ServerIcon />, ...off, onSelect: () => ask({ command: 'adopt', machine }) },
        ...(machine.known
          ? [
              {
                label: t('join.label', { name: machine.known.name }),
                icon: <ServerIcon />,
                ...off,
                onSelect: () => ask({ command: 'join', machine }),
              },
            ]
          : []),
        { kind: 'line' },
        one('ignore'),
      ]
    },
    [t, move, ask, why],
  )
  const bulk = useMemo((): readonly BulkAction<Machine>[] => {
    const words = (command: 'ignore' | 'takeBack' | 'adopt') => ({
      title: (count: number) => t(`${command}.run`, { count }),
      go: (count: number) => t('bulk.go', { count }),
      skip: (count: number) => t('bulk.skip', { count }),
      run: (count: number) => t(`${command}.run`, { count }),
    })
    const moves = (['ignore', 'takeBack'] as const).map((command): BulkAction<Machine> => {
      const Icon = icons[command]
      const from = command === 'ignore' ? 'waiting' : 'ignored'
      return {
        id: command,
        label: t(`${command}.label`),
        icon: <Icon />,
        words: words(command),
        plan: (rows) => planBy(rows, (row) => (row.state === from ? undefined : t(`${command}.not`))),
        run: async (rows) => {
          void startBulkRun({
            title: t(`${command}.run`, { count: rows.length }),
            rows,
            describe: (row) => ({
              id: String(row.id),
              name: machineName(row),
              href: paths.unacceptedServers({ machine: row.id }),
            }),
            each: async (row) => {
              await move(command, row)
              return null
            },
          })
        },
      }
    })
    return [
      {
        id: 'adopt',
        label: t('adopt.label'),
        icon: <ServerIcon />,
        words: words('adopt'),
        plan: (rows) =>
          planBy(rows, (row) =>
            row.state !== 'waiting' ? t('ignore.not') : row.place?.rack ? why(row) : (why(row) ?? t('placeNotKnown')),
          ),
        run: async (machines) => ask({ command: 'adoptAll', machines }),
      },
      ...moves,
    ]
  }, [t, move, ask, why])
  return { ask, dialogs, entries, bulk, move, why }
}

export type MachineActions = ReturnType<typeof useMachineActions>
