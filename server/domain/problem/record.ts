import { z } from 'zod'
import { moment } from '../shared/fields.ts'
import { problemEntities, problemKinds, severities } from './kinds.ts'

/** How much of something is used. */
export const share = z.object({ used: z.int(), total: z.int() })

/** A figure in percent, and the limit from which on it is a problem; of `…_fills` days until it is full. */
const figure = z.object({ value: z.number(), limit: z.number() })

/** Something that needs a person: what, since when, the cause in words, and what hangs on it. */
export const problem = z.object({
  /**
   *
   * `node`: cannot be used; `node_part`: a component of it does not answer; `host`: crashed, or its last task failed;
   * `host_filter`: its node does not filter or limit its packets as they are set up;
   * other `host_…`, `node_…`: a figure of it is beyond the limit of the rule of that name (`GET /problem_rule`);
   * `repository`: cannot be read; `storage`, `storage_full`, `addresses`: nearly used up; `storage_away`: it cannot be used on some nodes;
   * `storage_lost`: it works without redundancy; `storage_disk`: volumes of disks are gone; `task`: failed and not acknowledged;
   * `location`: its check failed; `provisioning`: an operation has left ports of a switch in the provisioning VLAN;
   * `discovery`: machines that booted wait for somebody to adopt or ignore them; `operation_waits`: an operation goes on when somebody has started its server by hand;
   * `plan_paused`: a plan of operations is paused, since too many have failed one after the other;
   * `server`: reports a fault; `sensor`: one of its sensors is beyond its critical limit; `controller`: does not
   * answer; `identity`: another one answers at its address;
   * `proxy`: all controllers of a location are unreachable; `switch`, `pdu`: does not answer; `port`, `outlet`: its
   * last change failed;
   * `drift`: ports of a switch differ from their stored configuration; `link`: a server that is on has a port without
   * link; `feed`: one of a server's outlets is off.
   * `ptr`: a reverse record was not written; `ptr_drift`: the zone answers something else; `name_server`: it does not answer or rejects;
   * `backup_location`: it does not answer, has no room, or something there is not what was written; `backup_damaged`: backups there
   * would not be restored as a whole; `backup_round`: its daily clearing and verification did not end well; `backup_unknown`: backups lie there that this panel does not know (`part`: how many);
   * `backup_owed`: copies that backups should have there could not be written yet (`part`: how many);
   * `backup_fills`, `storage_fills`: full within two weeks at its present pace (`figure`: in how many days);
   * `backup_late`, `backup_missing`: the newest good backup of a VM is older than its schedule promises, or there is none;
   * `backup_none`: no schedule backs up a VM, and it has no good backup, where there are schedules;
   * `rehearsal_failed`, `rehearsal_late`: the last rehearsal of a restore of a VM failed, or none passed within the days that are promised;
   * `schedule`: its last run failed in part or was missed.
   * `unread` is not listed as a problem: it is a reason why the health of an object is unknown.
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
  /** Which part of it: ports, outlets, addresses. */
  part: z.string().nullable(),
  /** Names of location and rack; null for what is not placed. */
  location: z.string().nullable(),
  rack: z.string().nullable(),
  /** Of what is nearly used up. */
  share: share.nullable(),
  /** Of what is judged by a rule: the last reading. */
  figure: figure.nullable(),
  /**
   * Number of affected objects: VMs whose state is unknown; for a switch or PDU, its servers; for `proxy`, controllers;
   * for `drift`, ports; for `discovery`, machines; for `plan_paused`, servers that wait.
   */
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
