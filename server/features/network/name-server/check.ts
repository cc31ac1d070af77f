import type { name_server } from '../../../../generated/prisma/client.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { joined, msg } from '../../../shared/text.ts'
import { withNameServer } from './open.ts'

/**
 * Signs in to a name server and looks at the zones that are named.
 * @returns those it holds @throws PanelError what is wrong, in words
 */
export async function checkServer(row: name_server, signal: AbortSignal): Promise<string[]> {
  const { zones, missing } = await withNameServer(row, signal, (server) => server.check(signal))
  if (missing.length > 0)
    throw deviceRejected(msg`The name server ${row.address} does not hold these zones: ${joined(missing, ', ')}`)
  return zones
}
