import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/**
 * A path on the node as the panel uses them: absolute (so that no program takes it for an option or a protocol), without `..`,
 * without control characters.
 *
 * @throws PanelError invalid_input
 */
export function nodePath(path: string): string {
  const parts = path.split('/')
  const clean = path.startsWith('/') && path.length <= 1024 && !/[\p{Cc}\p{Cs}]/u.test(path)
  if (clean && !parts.includes('..') && !parts.includes('.') && parts.at(-1) !== '') return path
  throw invalidInput(msg`A path on a node must be absolute, without . and ..`, path.slice(0, 100))
}
