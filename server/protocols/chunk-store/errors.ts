import { KindError } from '../../shared/spoken-error.ts'

/**
 * What is wrong with a store of backups:
 * `damaged` a file is not what was written, `missing` a file that has to be there is not, `foreign` the folder belongs to another
 * location or panel, `full` no room is left, `unsupported` written by a later version or another runtime.
 */
export type StoreErrorKind = 'damaged' | 'missing' | 'foreign' | 'full' | 'unsupported'

export class StoreError extends KindError<StoreErrorKind> {
  override readonly name = 'StoreError'
}
