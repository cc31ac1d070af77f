'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { ScriptVariable } from '../../server/domain/script-variable/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { PowerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const VariableDialogs = lazy(() => import('./variable-dialogs.tsx'))

/** The one definition of what can be done to a variable. Put `dialogs` on the page once. */
export function useVariableActions() {
  const t = useTranslations('recipes.variables')
  const { vm } = useTRPCClient()
  const { edit, remove, ...asking } = useRecordActions<ScriptVariable>('recipes.variables', VariableDialogs)
  const entries = useCallback(
    (variable: ScriptVariable): MenuEntry[] => {
      const params = { variable_id: variable.id }
      const { enable, disable } = vm.scriptVariable
      const change = () =>
        (variable.enabled ? disable : enable)
          .mutate({ params })
          .catch(faultToast(t('notDone', { name: variable.name })))
      return [
        edit(variable),
        { label: t(variable.enabled ? 'disable' : 'enable'), icon: <PowerIcon />, onSelect: () => void change() },
        { kind: 'line' },
        remove(variable),
      ]
    },
    [t, vm, edit, remove],
  )
  return { entries, ...asking }
}
