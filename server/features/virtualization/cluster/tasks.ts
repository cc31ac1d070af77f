import { z } from 'zod'
import { defineTask } from '../../../tasks/define.ts'

/** The record is complete when the POST is answered; the task is what clients of this API wait for. */
export const clusterCreateTask = defineTask({
  name: 'cluster_create',
  title: 'Create cluster',
  input: z.object({ cluster_id: z.int() }),
  locks: ({ cluster_id }) => [`cluster:${cluster_id}`],
  run: async () => ({}),
})
