'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../server/domain/host/record.ts'
import { vmVerbs } from '../../server/domain/power/vocabulary.ts'
import { actionOf, type HostCommand } from './host-rules.ts'

export type PowerCommand = keyof typeof vmVerbs
export const isPower = (command: string): command is PowerCommand => Object.hasOwn(vmVerbs, command)

/** What a command on a VM is called; its power in the words that all objects share. */
export function useHostLabel(): (command: HostCommand, host: Host) => string {
  const t = useTranslations('hosts.commands')
  const words = useTranslations('powerWords.verbs')
  return useCallback(
    (command: HostCommand, host: Host) => {
      if (isPower(command)) return words(vmVerbs[command])
      if (command === 'protect' && host.is_protected) return t('unprotect')
      if (command === 'protectFully' && host.extended_protection) return t('unprotectFully')
      if (actionOf(command, host) === 'forget') return t('forget')
      return t(command)
    },
    [t, words],
  )
}
