import type { SecretPlace } from './secrets.ts'

/** A column that holds sealed secrets, in SQL: what tells its rows apart as `SecretPlace.id` does, its value, and how it is set. */
export type SealedColumn = {
  table: string
  column: string
  id: string
  value: string
  set: (text: string) => string
  place: (id: string) => SecretPlace
}

const plain = (table: string, column: string, id = 'id::text'): SealedColumn => ({
  table,
  column,
  id,
  value: column,
  set: (text) => `${column} = ${text}`,
  place: (key) => ({ table, id: key, column }),
})

/** Every column with sealed secrets. A test compares it with what the sources seal. */
export const sealedColumns: readonly SealedColumn[] = [
  plain('account', 'totp_secret'),
  plain('backup_location', 'password'),
  plain('backup_location', 'root_key'),
  plain('idempotency', 'answer', `account_id || ' ' || key`),
  plain('node', 'attach_password'),
  plain('node_store', 'root_key', 'node_id::text'),
  plain('guest_key', 'secret', 'host_id::text'),
  plain('host', 'vnc_password'),
  plain('host', 'spice_password'),
  plain('host', 'guest_password'),
  plain('host_password', 'value', 'task::text'),
  plain('ipmi', 'password'),
  plain('import_part', 'content', `task || ' ' || number`),
  plain('location', 'ssh_password'),
  plain('name_server', 'secret'),
  plain('net_switch', 'snmp_secrets'),
  plain('net_switch', 'ssh_secrets'),
  plain('net_switch', 'netconf_secrets'),
  plain('os', 'product_key'),
  plain('operation', 'secrets'),
  plain('operation', 'ticket'),
  plain('operation', 'answer_file'),
  plain('operation_plan', 'secrets'),
  plain('os_template', 'macro_secrets'),
  plain('pdu', 'snmp_secrets'),
  plain('recording', 'data_key', 'file::text'),
  plain('script_run', 'secret', 'task::text'),
  plain('script_variable', 'secret'),
  plain('simulated_node', 'state', 'name'),
  plain('storage', 'password'),
  {
    ...plain('setting', 'value', 'name'),
    value: `value->>'privateKey'`,
    set: (text) => `value = jsonb_set(value, '{privateKey}', to_jsonb(${text}))`,
  },
]
