'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { serverVerbs } from '../../server/domain/power/vocabulary.ts'
import { type PowerCommand, powerCommands } from './facts.ts'

/** Key of the words for the operation that is under way; null when there is none. */
export const doingOf = (action: string | null): PowerCommand | null =>
  powerCommands.find((command) => command === action) ?? null

/** What a command on the power of a server is called in menus, dialogs, bulk actions and the history. */
export function usePowerLabel(): (command: PowerCommand) => string {
  const t = useTranslations('power.commands')
  const words = useTranslations('powerWords.verbs')
  return useCallback(
    (command: PowerCommand) => (command === 'boot_device' ? t('boot_device') : words(serverVerbs[command])),
    [t, words],
  )
}
