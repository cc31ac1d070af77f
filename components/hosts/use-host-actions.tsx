'use client'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../server/domain/host/record.ts'
import { apiFault } from '../api/fault.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import type { MenuEntry, MenuItem } from '../ui/menu-entries.ts'
import type { DisabledReason } from '../ui/reason.tsx'
import { toast } from '../ui/toast.tsx'
import { commandIcons } from './command-icons.tsx'
import { adminCommands, type HostCommand, type HostRefusal, hostCommands, hostRefusal } from './host-rules.ts'
import { useHostCalls } from './use-host-calls.ts'

const HostDialogs = lazy(() => import('./host-dialogs.tsx'))

/** Commands that ask something first. */
export type Asking = Exclude<HostCommand, 'console' | 'start' | 'stop' | 'restart' | 'protect'>

const dangerous: ReadonlySet<HostCommand> = new Set(['reset', 'powerOff', 'delete'])
const hinted: ReadonlySet<HostCommand> = new Set(['stop', 'restart', 'reset', 'powerOff'])

/**
 * The one definition of what can be done to a machine: for the row's menu, the head of its page, the console and the
 * palette. Put `dialogs` on the page once.
 */
export function useHostActions() {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const calls = useHostCalls()
  const [asked, setAsked] = useState<{ command: Asking; host: Host } | null>(null)

  const why = useCallback(
    (refusal: HostRefusal): string => {
      switch (refusal.why) {
        case 'busy':
          return t('busy', {
            moving: t.has(`moving.${refusal.moving}` as never)
              ? t(`moving.${refusal.moving}` as 'moving.other')
              : t('moving.other'),
          })
        case 'already':
          return t(`already.${refusal.state}`)
        case 'protected':
          return t('protectedNow')
        case 'state':
          return t(`refusals.${refusal.action}`)
      }
    },
    [t],
  )
  /** The sentence why a command is off, or undefined. */
  const reason = useCallback(
    (command: HostCommand, host: Host): string | undefined => {
      const refusal = hostRefusal(command, host)
      return refusal ? why(refusal) : undefined
    },
    [why],
  )
  /** The same with the way to mend it, for a button. */
  const disabled = (command: HostCommand, host: Host): DisabledReason | undefined => {
    const text = reason(command, host)
    if (!text) return undefined
    const fix = hostRefusal(command, host)?.why === 'protected'
    return fix
      ? {
          text,
          fix: (
            <button type="button" onClick={() => run('edit', host)}>
              {t('changeProtection')}
            </button>
          ),
        }
      : { text }
  }
  const label = useCallback(
    (command: HostCommand, host: Host): string => {
      if (command === 'protect' && host.is_protected) return t('commands.unprotect')
      if (command === 'delete' && host.state === 'unknown') return t('commands.forget')
      return t(`commands.${command}`)
    },
    [t],
  )
  const run = useCallback(
    (command: HostCommand, host: Host) => {
      switch (command) {
        case 'console':
          window.open(paths.console(host.id), '_blank', 'noopener')
          return
        case 'start':
        case 'stop':
        case 'restart':
        case 'protect': {
          const call = command === 'protect' ? calls.protect(host.id, !host.is_protected) : calls.simple(command, host)
          call.catch((fault: unknown) =>
            toast({
              kind: 'fault',
              title: t('notDone', { command: label(command, host), name: host.name }),
              detail: apiFault(fault).msg,
            }),
          )
          return
        }
        default:
          setAsked({ command, host })
      }
    },
    [calls, label, t],
  )
  const item = useCallback(
    (command: HostCommand, host: Host): MenuItem => {
      const off = reason(command, host)
      const Icon = commandIcons[command]
      return {
        label: label(command, host),
        icon: <Icon />,
        ...(dangerous.has(command) && { danger: true }),
        ...(off ? { disabledReason: off } : hinted.has(command) && { hint: t(`hints.${command as 'stop'}`) }),
        ...(command === 'console' && !off
          ? { href: paths.host(host.id, 'console') }
          : { onSelect: () => run(command, host) }),
      }
    },
    [label, reason, run, t],
  )
  const entries = useCallback(
    (host: Host, wanted: readonly HostCommand[] = hostCommands): MenuEntry[] => {
      const mine = wanted.filter((command) => isAdmin || !adminCommands.has(command))
      const result: MenuEntry[] = []
      for (const command of mine) {
        const group = groupOf(command)
        const before = result.length > 0 ? groupOf(mine[mine.indexOf(command) - 1] as HostCommand) : group
        if (group !== before) result.push({ kind: 'line' })
        result.push(item(command, host))
      }
      return result
    },
    [isAdmin, item],
  )
  const dialogs: ReactNode = asked ? (
    <Suspense>
      <HostDialogs command={asked.command} host={asked.host} calls={calls} onClose={() => setAsked(null)} />
    </Suspense>
  ) : null
  return { entries, reason, disabled, label, run, calls, dialogs }
}

export type HostActions = ReturnType<typeof useHostActions>

const groups: readonly (readonly HostCommand[])[] = [
  ['console', 'start', 'stop', 'restart'],
  ['edit', 'password', 'vncPassword', 'owner', 'protect'],
  ['reset', 'powerOff', 'delete'],
]
const groupOf = (command: HostCommand) => groups.findIndex((group) => group.includes(command))
