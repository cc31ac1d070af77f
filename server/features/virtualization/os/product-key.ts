import type { SecretPlace } from '../../../db/secrets.ts'

/** Where the product key of a system is sealed. It leaves there for the seeds of its guests only. */
export const keyPlace = (id: number): SecretPlace => ({ table: 'os', id, column: 'product_key' })
