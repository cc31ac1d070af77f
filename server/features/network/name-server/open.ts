import type { name_server } from '../../../../generated/prisma/client.ts'
import { unseal } from '../../../db/secrets.ts'
import { type NameServerKind, nameServerKind } from '../../../domain/name-server/kinds.ts'
import { nameServerDrivers } from '../../../drivers/name-server/registry.ts'
import type { NameServerConnection } from '../../../drivers/name-server/types.ts'
import { zonesOf } from './zones.ts'

/** Where the secret of a name server is kept. */
export const secretPlace = (id: number) => ({ table: 'name_server', id, column: 'secret' })

/**
 * Does a piece of work over a connection to a name server.
 * @throws PanelError `device_unreachable`, `device_rejected`, `refused`
 */
export async function withNameServer<T>(
  row: name_server,
  signal: AbortSignal,
  work: (connection: NameServerConnection) => Promise<T>,
): Promise<T> {
  const kind = row.kind as NameServerKind
  const { address, key_name, key_algorithm, is_https, certificate } = row
  const connection = await nameServerDrivers[kind].connect(
    {
      address,
      port: row.port ?? nameServerKind[kind].port,
      zones: zonesOf(row.zones),
      key_name,
      key_algorithm,
      secret: row.secret === null ? '' : unseal(row.secret, secretPlace(row.id)),
      is_https,
      certificate,
    },
    signal,
  )
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}
