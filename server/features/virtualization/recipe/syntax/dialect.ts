import type { CheckAnswer, CheckBody } from '../../../../domain/recipe/schema.ts'
import { interpreterOf } from '../../../../drivers/hypervisor/linux/guest-output.ts'

type Dialect = NonNullable<CheckAnswer['dialect']>

const dialects: Readonly<Record<string, Dialect>> = {
  sh: 'posix',
  dash: 'posix',
  ash: 'posix',
  bash: 'bash',
  ksh: 'mksh',
  mksh: 'mksh',
}

/** The shell that a script asks for by its first line; null when it is for anything else. */
export function dialectOf({ script, type }: CheckBody): Dialect | null {
  if (type !== 'shell') return null
  const words = interpreterOf(script).flatMap((word) => word.split(/[ \t]+/))
  const nameOf = (word: string) => word.slice(word.lastIndexOf('/') + 1)
  const [program = '', ...rest] = words
  const name = nameOf(program) === 'env' ? nameOf(rest.find((word) => !/^-|=/.test(word)) ?? '') : nameOf(program)
  return Object.hasOwn(dialects, name) ? (dialects[name] ?? null) : null
}
