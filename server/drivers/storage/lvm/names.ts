import { invalidInput } from '../../../domain/shared/errors.ts'
import { isGroupName } from '../../../domain/storage/names.ts'
import { msg } from '../../../shared/text.ts'
import { isVolumeName } from '../types.ts'

/** Group and name of a volume, of its path. @throws PanelError invalid_input for a path that names none */
export function namesOf(path: string): { group: string; name: string } {
  const [, group, name] = /^\/dev\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (group !== undefined && name !== undefined && isGroupName(group) && isVolumeName(name)) return { group, name }
  throw invalidInput(msg`This is no path of a logical volume`, path.slice(0, 100))
}
