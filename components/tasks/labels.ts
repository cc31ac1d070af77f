'use client'
import { useTranslations } from 'use-intl'
import type { taskStatuses } from '../../server/domain/task/states.ts'
import type { StateKind } from '../ui/display/state-mark.tsx'

export type TaskStatus = (typeof taskStatuses)[number]

const kinds = {
  created: 'run',
  running: 'run',
  complete: 'ok',
  failed: 'fault',
  aborted: 'off',
  deferred: 'pause',
} as const satisfies Record<TaskStatus, StateKind>

export const isTaskStatus = (text: string): text is TaskStatus => text in kinds

/** Kinds of tasks that a list can be asked for. */
export const taskNames = [
  'host_create',
  'host_delete',
  'host_start',
  'host_stop',
  'host_restart',
  'host_change_password',
  'host_change_vnc_password',
  'host_change_spice',
  'host_repair_agent',
  'host_vnc_ports',
  'host_change_account',
  'host_change_params',
  'host_clone',
  'host_rescue_mode',
  'snapshot_create',
  'snapshot_revert',
  'snapshot_delete',
  'image_create',
  'image_copy',
  'image_relocate',
  'image_delete',
  'host_restore',
  'disk_restore',
  'host_iso_prepare',
  'host_iso_mount',
  'host_iso_eject',
  'iso_fetch',
  'iso_upload',
  'iso_edit',
  'iso_delete',
  'host_change_ssh_keys',
  'iface_create',
  'iface_edit',
  'iface_delete',
  'ip_change',
  'ip_automation',
  'host_rename',
  'host_packet_rules',
  'host_reinstall',
  'disk_resize',
  'disk_expand',
  'disk_change',
  'disk_migrate',
  'disk_move',
  'disk_restore_image',
  'disk_create',
  'disk_delete',
  'disk_grow',
  'disk_edit',
  'host_filter',
  'node_create',
  'node_delete',
  'cluster_create',
  'os_copy',
  'os_remove',
  'os_template_install',
  'os_template_remove',
  'os_template_tidy',
  'repository_update',
  'ip_delete',
  'host_ptr',
  'ptr_delete',
  'backup_location_check',
  'backup_create',
  'backup_copy',
  'backup_delete',
  'backup_round',
  'rehearsal_run',
  'name_server_check',
  'storage_attach',
  'storage_check',
  'storage_compare',
  'storage_detach',
  'storage_remove_volume',
  'import_run',
  'location_check',
  'location_setup',
  'location_remove_services',
  'server_operation',
  'demo_load',
  'demo_remove',
  'switch_poll',
  'switch_port_edit',
  'switch_port_on',
  'switch_port_off',
  'pdu_poll',
  'pdu_port_on',
  'pdu_port_off',
  'pdu_port_cycle',
  'ipmi_clear_events',
  'ipmi_identify',
  'server_suspend',
  'server_resume',
  'ipmi_poll',
  'ipmi_iso',
  'ipmi_proxy_open',
  'ipmi_proxy_close',
  'serial_enable',
  'proxy_setup',
  'proxy_update',
  'proxy_remove',
  'server_power_on',
  'server_power_off',
  'server_power_reset',
  'server_power_cycle',
  'server_shutdown',
  'server_restart',
  'server_boot_device',
] as const

/** Mark of a task's status. */
export const taskKind = (status: TaskStatus): StateKind => kinds[status]

/** True while a task may still go on. */
export const isOpen = (status: TaskStatus): boolean =>
  status === 'created' || status === 'running' || status === 'deferred'

/** `read_hardware` as words, for a name the catalogue does not know. */
export const plainName = (name: string): string => {
  const words = withoutNumber(name).replaceAll('_', ' ')
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

/** `undo:start` takes a step back, `settle:crashed` notes how the object really stands; the others are the step alone. */
export function stepParts(name: string): { part: 'undo' | 'settle' | null; step: string } {
  const [, part, step] = /^(undo|settle):(.+)$/.exec(name) ?? []
  return { part: (part as 'undo' | 'settle' | undefined) ?? null, step: step ?? name }
}

/** `machines_40_made` and `file_2` carry a number that tells parts of one step apart: `machines_made`, `file`. */
const withoutNumber = (name: string) => name.replace(/_\d+(?=_|$)/g, '')

/** Words for names of tasks and steps, in the reader's language where the catalogue has them. */
export function useTaskLabels() {
  const t = useTranslations('taskWords')
  const word = (group: 'names' | 'steps', name: string) => {
    const key = `${group}.${withoutNumber(name)}`
    return t.has(key as never) ? t(key as never) : plainName(name)
  }
  return {
    name: (name: string) => word('names', name),
    step: (name: string) => {
      const { part, step } = stepParts(name)
      return part === 'undo' ? t('undo', { step: word('steps', step) }) : word('steps', step)
    },
    status: (status: TaskStatus) => t(`status.${status}`),
  }
}
