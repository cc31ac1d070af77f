import { endpoint } from '../../../api/endpoint.ts'
import { listEndpoint, rowEndpoint } from '../../../api/list/endpoints.ts'
import { coverageRow, coverageSums as coverageSumsAnswer, hostSchedules } from '../../../domain/schedule/protection.ts'
import {
  scheduleCreate,
  scheduledJobs as scheduledJobsAnswer,
  scheduleEdit,
  scheduleHosts,
  scheduleRecord,
  scheduleRun,
} from '../../../domain/schedule/schema.ts'
import { idAnswer } from '../../../domain/shared/fields.ts'
import { coverageList, coverageSums } from './coverage.ts'
import { scheduledJobs } from './jobs.ts'
import { scheduleList, scheduleRunList } from './list.ts'
import { schedulesOfHost } from './of-host.ts'
import { countHosts, createSchedule, deleteSchedule, editSchedule, runSchedule } from './service.ts'

const common = { service: 'vm', tag: 'schedule', access: 'admin' } as const
/** Clients send a schedule back as they have read it. */
const tolerated = ['id', 'next_run']

export const scheduleEndpoints = {
  list: listEndpoint({
    ...common,
    path: '/schedule',
    summary: 'List the backup schedules',
    list: scheduleList,
    row: scheduleRecord,
    csv: true,
  }),
  get: rowEndpoint({
    ...common,
    path: '/schedule/{schedule_id}',
    summary: 'Read a backup schedule',
    list: scheduleList,
    row: scheduleRecord,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/schedule',
    summary: 'Create a backup schedule',
    description:
      'It backs up the VMs that it names and those of its clusters, nodes and presets, as they are when it runs. In `disk` mode, also the free-standing disks of its clusters and nodes.',
    body: scheduleCreate,
    tolerated,
    answer: idAnswer,
    run: (ctx, { body }) => createSchedule(ctx, body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/schedule/{schedule_id}',
    summary: 'Change a backup schedule',
    description: 'What is not named stays, in `start_time` too. Another time plans the next run anew.',
    body: scheduleEdit,
    tolerated,
    answer: idAnswer,
    run: (ctx, p) => editSchedule(ctx, p.params.schedule_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/schedule/{schedule_id}',
    summary: 'Delete a backup schedule',
    description: 'Its backups stay, and no schedule takes them away any more.',
    answer: idAnswer,
    run: (ctx, p) => deleteSchedule(ctx, p.params.schedule_id),
  }),
  hosts: endpoint({
    ...common,
    method: 'GET',
    path: '/schedule/{schedule_id}/hosts',
    summary: 'Count the VMs a schedule covers',
    answer: scheduleHosts,
    run: (_ctx, p) => countHosts(p.params.schedule_id),
  }),
  run: endpoint({
    ...common,
    method: 'POST',
    path: '/schedule/{schedule_id}/run',
    summary: 'Run a backup schedule now',
    answer: idAnswer,
    run: (ctx, p) => runSchedule(ctx, p.params.schedule_id),
  }),
  ofHost: endpoint({
    ...common,
    access: 'user',
    method: 'GET',
    path: '/host/{host_id}/schedule',
    summary: 'List the schedules that back up a VM',
    description:
      'Not in the documents. When and where to, and how it ended for this VM: what else a schedule backs up, and where its locations are, is for administrators.',
    answer: hostSchedules,
    run: (ctx, p) => schedulesOfHost(ctx, p.params.host_id),
  }),
  jobs: endpoint({
    ...common,
    method: 'GET',
    path: '/schedule_list',
    summary: 'List the jobs of the scheduler',
    description: 'A day of the month that a month does not have is its last one, which the expression cannot say.',
    answer: scheduledJobsAnswer,
    run: () => scheduledJobs(),
  }),
  runs: listEndpoint({
    ...common,
    path: '/schedule_run',
    summary: 'List the runs of schedules',
    description: 'Those that were missed as well, with the reason.',
    list: scheduleRunList,
    row: scheduleRun,
    csv: true,
  }),
  coverage: listEndpoint({
    ...common,
    path: '/schedule_coverage',
    summary: 'List how VMs are protected by backups',
    list: coverageList,
    row: coverageRow,
    csv: true,
  }),
  coverageSums: endpoint({
    ...common,
    method: 'GET',
    path: '/schedule_coverage/sums',
    summary: 'Count how VMs are protected by backups',
    answer: coverageSumsAnswer,
    run: () => coverageSums(),
  }),
}
