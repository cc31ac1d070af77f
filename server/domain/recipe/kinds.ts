import { isWindows } from '../os/tags.ts'

/** Interpreters that scripts are written for. */
export const scriptTypes = ['shell', 'power_shell'] as const
export type ScriptType = (typeof scriptTypes)[number]

/** Whether a VM runs Windows: by the group of its system, else by the name of that; null when neither is known. */
export function runsWindows({ os, os_group }: { os: string; os_group: string }): boolean | null {
  if (os_group !== '') return isWindows(os_group)
  return os === '' ? null : /^(microsoft )?windows/i.test(os)
}

/**
 * What a text is written for when its type is not given: its first line is `#!` of a shell script, or `#ps1` as cloudbase-init has it;
 * without either it is for the system in which it is to run.
 */
export function typeOfText(text: string, windows: boolean | null): ScriptType {
  if (/^#ps1/i.test(text)) return 'power_shell'
  return windows && !text.startsWith('#!') ? 'power_shell' : 'shell'
}
