import type { Access } from '../../endpoint.ts'

/** The panel: its tasks, problems, search and settings. */
export const vmPanel: Record<string, Access> = {
  // Not in the documents: the busiest VMs and nodes.
  'GET /vm/v3/busy': 'admin',
  'DELETE /vm/v3/demo': 'admin',
  'GET /vm/v3/demo': 'admin',
  'POST /vm/v3/demo': 'admin',
  'POST /vm/v3/metrics/sendreport': 'admin',
  'GET /vm/v3/monitor_target': 'user',
  'POST /vm/v3/writer_status': 'admin',
  'GET /vm/v3/settings/ssh_key': 'admin',
  'GET /vm/v3/task': 'user',
  'DELETE /vm/v3/task/{task_id}': 'user',
  'GET /vm/v3/task/{task_id}': 'user',
  'POST /vm/v3/task/{task_id}/abort': 'user',
  'DELETE /vm/v3/task/{task_id}/delete': 'user',
  'POST /vm/v3/task/{task_id}/dismiss': 'user',
  'GET /vm/v3/overview': 'user',
  'GET /vm/v3/problem': 'user',
  // Not in the documents: by which rules figures become problems.
  'GET /vm/v3/problem_rule': 'admin',
  'POST /vm/v3/problem_rule': 'admin',
  'GET /vm/v3/search': 'user',
  'POST /vm/v3/sentence': 'user',
}
