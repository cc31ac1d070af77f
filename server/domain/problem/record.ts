import { z } from 'zod'
import { moment } from '../shared/fields.ts'
import { problemEntities, problemKinds, severities } from './kinds.ts'

/** How much of something is used. */
export const share = z.object({ used: z.int(), total: z.int() })

/** Something that needs a person: what, since when, the cause in words, and what hangs on it. */
export const problem = z.object({
  /**
   * `node`: cannot be used; `node_part`: something on it does not answer; `host`: crashed, or its last task failed;
   * `repository`: cannot be read; `storage`, `addresses`: nearly used up; `task`: failed and nobody has taken note;
   * `location`: its check failed; `server`: says what is wrong;
   * `sensor`: one of its sensors is beyond its critical limit; `controller`: its controller does not answer; `identity`: and another one answers;
   * `proxy`: the way to all controllers of a location is away;
   * `switch`, `pdu`: does not answer; `port`, `outlet`: the last change of it
   * failed; `drift`: ports of a switch are set up otherwise than they were asked to be; `link`: a server that is on has a port without link; `feed`: one of a server's outlets is off.
   * `unread` is no problem of this list: it is a reason why the health of an object is unknown.
   */
  kind: z.enum(problemKinds),
  severity: z.enum(severities),
  entity: z.string().nullable(),
  id: z.int(),
  name: z.string(),
  /** State of the object, where it has one. */
  state: z.string().nullable(),
  /** Name of the task that failed. */
  task_name: z.string().nullable(),
  cause: z.string().nullable(),
  /** Step that failed. */
  step: z.string().nullable(),
  task: z.int().optional(),
  /** Which part of it: ports, outlets. */
  part: z.string().nullable(),
  /** Names of where it stands; null for what stands nowhere. */
  location: z.string().nullable(),
  rack: z.string().nullable(),
  /** Of what is nearly used up. */
  share: share.nullable(),
  /** Machines whose state nobody knows because of it; of a switch or PDU, servers at it; of `proxy`, controllers; of `drift`, ports. */
  hosts: z.int(),
  since: moment.nullable(),
})
export type Problem = z.infer<typeof problem>

/** A page of them, and how many there are in all. */
export const problems = z.object({ list: z.array(problem), faults: z.int(), warnings: z.int() })
export type Problems = z.infer<typeof problems>

/** Which of them: so many, after so many; without a severity all, of an object its own. */
export const problemQuery = z.object({
  severity: z.enum(severities).optional(),
  entity: z.enum(problemEntities).optional().describe('Only problems of such objects'),
  id: z.coerce.number().int().positive().optional().describe('With `entity`: only problems of this object'),
  limit: z.coerce.number().int().min(0).max(500).default(100).describe('0: only how many there are'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ProblemQuery = z.infer<typeof problemQuery>
