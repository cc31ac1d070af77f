'use client'
import { lazy, Suspense, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { LEAST_GUEST_PASSWORD } from '../../server/domain/host/password-length.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { isAsked, isForced, vmVerbs } from '../../server/domain/power/vocabulary.ts'
import { useMay } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { type BulkAction, type BulkChosen, planBy } from '../table/bulk.ts'
import { startBulkRun } from '../table/bulk-run.ts'
import { gib } from '../ui/display/size.ts'
import { commandIcons } from './command-icons.tsx'
import { type HostCommand, offered } from './host-rules.ts'
import { isPower } from './labels.ts'
import type { HostActions } from './use-host-actions.tsx'

const BulkRescue = lazy(() => import('./bulk-rescue.tsx'))
const BulkScript = lazy(() => import('./bulk-script.tsx'))

const bulkCommands = [
  'start',
  'stop',
  'restart',
  'protect',
  'unprotect',
  'script',
  'clone',
  'rescue',
  'rescueOff',
  'powerOff',
  'delete',
] as const
type BulkCommand = (typeof bulkCommands)[number]

/** Commands for many VMs: the same rules as for one, with the reason for each that is skipped. */
export function useHostBulk({ reason, calls }: Pick<HostActions, 'reason' | 'calls'>): readonly BulkAction<Host>[] {
  const t = useTranslations('hosts')
  const words = useTranslations('powerWords')
  const format = useFormatter()
  const may = useMay()
  return useMemo(() => {
    const why = (command: BulkCommand, host: Host): string | undefined => {
      if (command === 'protect' || command === 'unprotect') {
        const off = reason('protect', host)
        if (off) return off
        if (host.is_protected === (command === 'protect')) return t(`already.${command}`)
        return undefined
      }
      return reason(command, host)
    }
    const each = async (command: BulkCommand, host: Host, chosen: BulkChosen): Promise<number | null> => {
      switch (command) {
        case 'protect':
        case 'unprotect':
          await calls.protect(host.id, { is_protected: command === 'protect' })
          return null
        case 'clone':
          // The server names it.
          return (await calls.clone(host.id, {})).task
        case 'script':
          return calls.script(host.id, JSON.parse(String(chosen.chosen)))
        case 'rescue':
          return (await calls.rescue(host.id, { rescue_mode: true, password: String(chosen.password) })).task
        case 'rescueOff':
          return (await calls.rescue(host.id, { rescue_mode: false })).task
        default:
          return calls.simple(command, host)
      }
    }
    const power = (command: BulkCommand) => (isPower(command) ? vmVerbs[command] : null)
    const mine = bulkCommands.filter((command) => command === 'unprotect' || offered(command, may))
    return mine.map((command): BulkAction<Host> => {
      const verb = power(command)
      const Icon = commandIcons[command === 'unprotect' ? 'protect' : (command satisfies HostCommand)]
      const run = (count: number) => t(`bulk.${command}.run`, { count })
      return {
        id: command,
        label: verb ? words(`verbs.${verb}`) : t(`bulk.${command as 'delete'}.label`),
        icon: <Icon />,
        words: {
          title: run,
          go: (count) => t(`bulk.${command}.go`, { count }),
          skip: (count) => t('bulk.skip', { count }),
          run,
        },
        ...(verb &&
          isAsked(verb) && {
            danger: {
              level: isForced(verb) ? ('force' as const) : ('ask' as const),
              lost: () => (isForced(verb) ? words(`lost.${verb}`) : t(`confirm.${command as 'stop'}`)),
            },
          }),
        ...(command === 'rescue' && {
          danger: { level: 'ask' as const, lost: () => t('bulk.rescue.lost') },
          choices: {
            first: { password: '' },
            wrong: ({ password }: BulkChosen) =>
              String(password).length < LEAST_GUEST_PASSWORD ? t('bulk.rescue.short') : undefined,
            render: (_: readonly Host[], chosen: BulkChosen, onChange: (next: BulkChosen) => void) => (
              <Suspense>
                <BulkRescue chosen={chosen} onChange={onChange} />
              </Suspense>
            ),
          },
        }),
        ...(command === 'script' && {
          danger: { level: 'ask' as const, lost: () => t('bulk.script.lost') },
          choices: {
            first: { ready: false, missing: '', chosen: '' },
            wrong: ({ ready, missing }: BulkChosen) => {
              if (!ready) return t('bulk.script.choose')
              return missing === '' ? undefined : t('bulk.script.missing', { name: String(missing) })
            },
            render: (_: readonly Host[], __: BulkChosen, onChange: (next: BulkChosen) => void) => (
              <Suspense>
                <BulkScript onChange={onChange} />
              </Suspense>
            ),
          },
        }),
        ...(command === 'rescueOff' && { danger: { level: 'ask' as const, lost: () => t('rescue.offAbout') } }),
        ...(command === 'delete' && {
          danger: {
            lost: (rows: readonly Host[]) =>
              t('bulk.deleteLost', {
                count: rows.length,
                size: format.number(
                  rows.reduce((sum, row) => sum + gib(row.disk?.disk_mib ?? 0), 0),
                  { maximumFractionDigits: 0 },
                ),
                addresses: rows.reduce((sum, row) => sum + row.ip4.length + row.ip6.length, 0),
              }),
          },
        }),
        plan: (rows) => planBy(rows, (row) => why(command, row)),
        // It goes on by itself; its results stand at the foot of the panel.
        run: async (rows, chosen) => {
          void startBulkRun({
            title: run(rows.length),
            rows,
            describe: (row) => ({ id: String(row.id), name: row.name, href: paths.host(row.id) }),
            each: (row) => each(command, row, chosen),
          })
        },
      }
    })
  }, [t, words, format, reason, calls, may])
}
