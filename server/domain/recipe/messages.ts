import { msg, type Text } from '../../shared/text.ts'
import type { ScriptType } from './kinds.ts'

/** Why a script does not run in a guest of the other kind. */
export const wrongSystem: Readonly<Record<ScriptType, Text>> = {
  power_shell: msg`PowerShell scripts run in Windows only, and the system of this VM is another one`,
  shell: msg`Shell scripts do not run in Windows, which the system of this VM is: it takes PowerShell scripts`,
}
