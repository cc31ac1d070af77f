/** Names that a program or its loader acts on: a value under one of them would change how the script itself runs. */
const reserved =
  /^(PATH|HOME|LANG|LC_.*|IFS|ENV|PWD|OLDPWD|USER|LOGNAME|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|PS4|LD_.*|GCONV_PATH|PYTHON.*|PERL.*)$/i

/** Whether a name can stand in the environment of a script. */
export const isVariableName = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && !reserved.test(name)

/** Names of variables that a shell script reads: `$NAME`, `${NAME…}`. What it merely prints may be among them. */
export function namesIn(script: string): ReadonlySet<string> {
  return new Set([...script.matchAll(/\$\{?[#!]?([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name = '']) => name))
}
