import type { ScriptType } from './kinds.ts'

/** Names that a program or its loader acts on: a value under one of them would change how the script itself runs. */
const reserved =
  /^(PATH|HOME|LANG|LC_.*|IFS|ENV|PWD|OLDPWD|USER|LOGNAME|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|PS4|LD_.*|GCONV_PATH|PYTHON.*|PERL.*|PATHEXT|PSMODULEPATH|__PS.*|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|COR_.*|CORECLR_.*)$/i

/** Whether a name can stand in the environment of a script. */
export const isVariableName = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && !reserved.test(name)

const reads: Readonly<Record<ScriptType, RegExp>> = {
  shell: /\$\{?[#!]?([A-Za-z_][A-Za-z0-9_]*)/g,
  power_shell: /\$\{?env:([A-Za-z_][A-Za-z0-9_]*)/gi,
}

/**
 * Names of variables that a script reads: `$NAME`, `${NAME…}`, in PowerShell `$env:NAME`. What it merely prints may be among them.
 * PowerShell takes a name in any case.
 */
export function namesIn(script: string, type: ScriptType = 'shell'): ReadonlySet<string> {
  return new Set([...script.matchAll(reads[type])].map(([, name = '']) => name))
}
