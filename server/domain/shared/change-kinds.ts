/** Kinds of objects that events are about: their `entity`. */
export const changeKinds = [
  'account',
  'acl',
  'chassis',
  'cluster',
  'console',
  'cpu_socket',
  'host',
  'ip',
  'ipmi',
  'ipnet',
  'ippool',
  'location',
  'location_message',
  'node',
  'os',
  'pdu',
  'pdu_connection',
  'pdu_port',
  'platform',
  'preferences',
  'preset',
  'proxy_location',
  'proxy_session',
  'rack',
  'range',
  'recording',
  'repository',
  'server',
  'server_console',
  'setting',
  'sshkey',
  'stock_item',
  'switch',
  'switch_connection',
  'switch_port',
  'task',
  'token',
  'user_limit',
  'vlan',
] as const

export type ChangeKind = (typeof changeKinds)[number]

/** False for what tasks are about besides, such as a licence. */
export const isChangeKind = (entity: string | null): entity is ChangeKind =>
  (changeKinds as readonly (string | null)[]).includes(entity)
