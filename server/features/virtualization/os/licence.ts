import type { os } from '../../../../generated/prisma/client.ts'
import { orNone } from '../../../api/edit.ts'
import { seal } from '../../../db/secrets.ts'
import type { OsEdit } from '../../../domain/os/schema.ts'
import { isWindows } from '../../../domain/os/tags.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { keyPlace } from './product-key.ts'

type Licence = Pick<OsEdit, 'product_key' | 'kms_ip' | 'kms_port'>

/** Columns of what an edit says of the licence: what it leaves out stays, an empty text is none. */
export const licenceColumns = (id: number, { product_key, kms_ip, kms_port }: Licence) => ({
  ...(product_key !== undefined && {
    product_key: product_key ? seal(product_key.toUpperCase(), keyPlace(id)) : null,
  }),
  kms_ip: orNone(kms_ip),
  kms_port: orNone(kms_port),
})

/** Refuses what no guest of the system could use. @throws PanelError `invalid_input` with the field */
export function rejectLicence(system: Pick<os, 'name' | 'os_group' | 'kms_ip'>, asked: Licence): void {
  const field = (['product_key', 'kms_ip', 'kms_port'] as const).find((name) => asked[name])
  if (!field) return
  if (!isWindows(system.os_group))
    throw invalidInput(msg`${field}: ${system.name} is not Windows (its os_group says so): leave it out`, field)
  // cloudbase-init takes host and port apart at the colon.
  if (asked.kms_ip?.includes(':')) throw invalidInput(msg`kms_ip: guests take a host name or an IPv4 address`, 'kms_ip')
  if (asked.kms_port && !(asked.kms_ip ?? system.kms_ip))
    throw invalidInput(msg`kms_port: it belongs to a KMS server, and there is none: give kms_ip too`, 'kms_port')
}
