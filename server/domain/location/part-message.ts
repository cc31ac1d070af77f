import { z } from 'zod'
import { type LocationMessageRecord, locationMessageRecord } from './schema.ts'
import { locationComponents } from './states.ts'

const part = z.object({ fault: z.string().nullable() })

/** What is kept when a part of the boot services turns: its fault in words, null when it is as it should be again. */
export const partMessage = (fault: string | null): z.infer<typeof part> => ({ fault })

const turned = locationMessageRecord.extend({ stream: z.enum(locationComponents), message: part })

/** The part and its fault that a message of a location tells of; null for what others have handed in. */
export function partOfMessage(message: LocationMessageRecord) {
  const read = turned.safeParse(message)
  return read.success ? { component: read.data.stream, fault: read.data.message.fault } : null
}
