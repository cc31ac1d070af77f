import { randomBytes } from 'node:crypto'
import type { host } from '../../../../../generated/prisma/client.ts'
import { seal, unseal } from '../../../../db/secrets.ts'
import { refused } from '../../../../domain/shared/errors.ts'
import type { SpiceSpec } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'

/** What a VM has of SPICE. */
export type SpiceFields = Pick<host, 'spice_enabled' | 'spice_additional_enabled'>
export const spiceFields = ['spice_enabled', 'spice_additional_enabled'] as const

const place = (id: number) => ({ table: 'host', id, column: 'spice_password' })
export const sealSpice = (id: number, password: string): string => seal(password, place(id))
export const unsealSpice = ({ id, spice_password }: Pick<host, 'id' | 'spice_password'>): string =>
  spice_password ? unseal(spice_password, place(id)) : ''

/** A password that is never typed. */
export const madePassword = (): string => randomBytes(24).toString('base64url')

/** The columns of a new VM. */
export const newSpice = (id: number, asked: Partial<SpiceFields>) => ({
  spice_enabled: asked.spice_enabled ?? false,
  spice_additional_enabled: asked.spice_additional_enabled ?? false,
  spice_password: asked.spice_enabled ? sealSpice(id, madePassword()) : null,
})

/** What the definition of a VM says of SPICE; null: it has none. */
export const spiceOf = (row: Pick<host, 'id' | 'spice_password'> & SpiceFields): SpiceSpec | null =>
  row.spice_enabled ? { password: unsealSpice(row), extras: row.spice_additional_enabled } : null

/** @throws PanelError `refused` when SPICE is asked for in a cluster where it is off */
export function requireSpice(cluster: { name: string; spice_enabled: boolean }, asked: Partial<SpiceFields>): void {
  if (asked.spice_enabled && !cluster.spice_enabled)
    throw refused(
      msg`SPICE is switched off in the cluster ${cluster.name}: an administrator can switch it on there`,
      'spice_enabled',
    )
}
