'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { MOST_WAITING, whyNotHost } from '../../server/domain/host/allowed.ts'
import type { Host } from '../../server/domain/host/record.ts'
import type { HostAction } from '../../server/domain/host/rules.ts'
import { isAsked, isForced, vmVerbs } from '../../server/domain/power/vocabulary.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMay, useMe } from '../api/me.tsx'
import { useAsking } from '../form/use-asking.tsx'
import { useRefusal } from '../i18n/use-refusal.ts'
import { paths } from '../paths.ts'
import type { DisabledReason } from '../ui/display/reason.tsx'
import type { MenuEntry, MenuItem } from '../ui/floating/menu-entries.ts'
import { commandIcons } from './command-icons.tsx'
import { groupOf, type HostCommand, hostCommands, hostRejection, isOffered, lackingFor, offered } from './host-rules.ts'
import { isPower, useHostLabel } from './labels.ts'
import { useHostCalls } from './use-host-calls.ts'

const HostDialogs = lazy(() => import('./host-dialogs.tsx'))

/** Commands that ask something first. */
export type Asking = Exclude<HostCommand, 'console' | 'start' | 'protect' | 'protectFully' | 'repairAgent'>

const isDangerous = (command: HostCommand) =>
  command === 'delete' || command === 'reinstall' || (isPower(command) && isForced(vmVerbs[command]))

/**
 * The one definition of what can be done to a VM: for the row's menu, the head of its page, the console and the
 * palette. Put `dialogs` on the page once.
 */
export function useHostActions() {
  const t = useTranslations('hosts')
  const { isAdmin } = useMe()
  const may = useMay()
  const refusal = useRefusal()
  const words = useTranslations('powerWords.hints')
  const calls = useHostCalls()
  const { ask, dialogs } = useAsking<{ command: Asking; host: Host }>((asked, close) => (
    <HostDialogs {...asked} calls={calls} onClose={close} />
  ))

  const why = useCallback(
    (refusal: NonNullable<ReturnType<typeof hostRejection>>): string => {
      switch (refusal.why) {
        case 'busy':
          return t('busy')
        case 'full':
          return t('full', { count: MOST_WAITING })
        case 'handed_over':
          return t('handedOver')
        case 'already':
          return t(`already.${refusal.condition as 'active'}`)
        case 'rescue':
          return t('inRescue')
        case 'protected':
          return t(`protectedNow.${refusal.by}`)
        case 'condition':
          return t(`refusals.${refusal.action}`)
      }
    },
    [t],
  )
  /** The sentence why a command is off, or undefined. */
  const reason = useCallback(
    (command: HostCommand, host: Host): string | undefined => {
      const lacks = lackingFor(command, host)
      if (lacks) return refusal(lacks)
      const rejection = hostRejection(command, host, { isAdmin })
      return rejection ? why(rejection) : undefined
    },
    [why, isAdmin, refusal],
  )
  /** The same of what is no command of menus, for a button. */
  const refused = (action: HostAction, host: Host): DisabledReason | undefined => {
    const rejection = whyNotHost(action, host, { isAdmin })
    return rejection && { text: why({ ...rejection, action }) }
  }
  /** The same with the way to mend it, for a button. */
  const disabled = (command: HostCommand, host: Host): DisabledReason | undefined => {
    const text = reason(command, host)
    if (!text) return undefined
    const fix = hostRejection(command, host, { isAdmin })?.why === 'protected'
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
  const label = useHostLabel()
  const run = useCallback(
    (command: HostCommand, host: Host) => {
      switch (command) {
        case 'console':
          window.open(paths.console(host.id), '_blank', 'noopener')
          return
        case 'start':
        case 'protect':
        case 'protectFully':
        case 'repairAgent': {
          const call =
            command === 'protect'
              ? calls.protect(host.id, { is_protected: !host.is_protected })
              : command === 'protectFully'
                ? calls.protect(host.id, { extended_protection: !host.extended_protection })
                : command === 'repairAgent'
                  ? calls.repairAgent(host.id)
                  : calls.simple(command, host)
          call.catch(faultToast(t('notDone', { command: label(command, host), name: host.name })))
          return
        }
        default:
          ask({ command, host })
      }
    },
    [ask, calls, label, t],
  )
  const item = useCallback(
    (command: HostCommand, host: Host): MenuItem => {
      const off = reason(command, host)
      const Icon = commandIcons[command]
      const verb = isPower(command) ? vmVerbs[command] : null
      const hint = verb && isAsked(verb) ? words(verb) : null
      return {
        label: label(command, host),
        icon: <Icon />,
        ...(isDangerous(command) && { danger: true }),
        ...(off ? { disabledReason: off } : hint && { hint }),
        ...(command === 'console' && !off
          ? { href: paths.host(host.id, 'console') }
          : { onSelect: () => run(command, host) }),
      }
    },
    [label, reason, run, words],
  )
  const entries = useCallback(
    (host: Host, wanted: readonly HostCommand[] = hostCommands): MenuEntry[] => {
      const mine = wanted.filter((command) => offered(command, may) && isOffered(command, host))
      // A menu over its row would hide what it is about.
      const result: MenuEntry[] = wanted === hostCommands ? [{ kind: 'heading', label: host.name }] : []
      for (const command of mine) {
        const group = groupOf(command)
        const at = mine.indexOf(command)
        const before = at > 0 ? groupOf(mine[at - 1] as HostCommand) : group
        if (group !== before) result.push({ kind: 'line' })
        result.push(item(command, host))
      }
      return result
    },
    [may, item],
  )
  /** Whether the person's role has the command. */
  const has = useCallback((command: HostCommand) => offered(command, may), [may])
  return { entries, has, reason, refused, disabled, label, run, calls, dialogs }
}

export type HostActions = ReturnType<typeof useHostActions>
