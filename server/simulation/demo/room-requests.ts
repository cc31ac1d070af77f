import type { Work } from '../../db/transaction.ts'
import { partMessage } from '../../domain/location/part-message.ts'
import { simulatedPackets } from '../peers/debian/packets.ts'
import { rowWriter } from './room-write.ts'

const MINUTE = 60
const HOUR = 3600
/** Other DHCP servers come and go; seconds ago, and what was said. */
const turns = [
  { ago: 26 * HOUR, fault: 'Another DHCP server answers in the same segment: 10.77.0.4 (02:dc:00:7e:11:09) at eth1' },
  { ago: 25.5 * HOUR, fault: null },
] as const

/** What the boot services of a location have seen before the demo began: the DHCP requests of an hour, and a fault that is over. */
export async function writeRequests(work: Work, location_id: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const begin = now - (now % MINUTE)
  const { rows } = rowWriter(work)
  await rows(
    'location_dhcp_minute',
    Array.from({ length: 60 }, (_, ago) => {
      const from = begin - (ago + 1) * MINUTE
      const [before, after] = [simulatedPackets(from), simulatedPackets(from + MINUTE)]
      const answered = after.sent - before.sent
      const unanswered = after.received - before.received - answered
      return { location_id, at: new Date(from * 1000), answered, unanswered }
    }),
    'location_id',
  )
  const messages = turns.map(({ ago, fault }) => ({
    ...{ location_id, stream: 'segment', message: partMessage(fault) },
    created_at: new Date((now - ago) * 1000),
  }))
  for (const message of messages) await work.tx.location_message.create({ data: message })
}
