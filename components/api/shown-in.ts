import type { ChangeKind } from '../../server/domain/shared/change-kinds.ts'
import type { ParamOf, QueryPath } from './query-paths.ts'

/** Queries about objects of one kind, each with the parameter that names the object; those without it are lists of them. */
export type About = { readonly [Path in QueryPath]?: ParamOf<Path> | null }

export type Shown = {
  /** What is about the object itself. */
  own: About
  /** What is about an object that it belongs to, by the name of that relation in the change. */
  of?: Readonly<Record<string, About>>
  /** Where something of it is shown besides. */
  also?: readonly QueryPath[]
  /** Sums over many objects. */
  totals?: readonly QueryPath[]
}

const totals = ['vm.overview', 'vm.problem'] as const
const server = {
  'dci.server': 'server_id',
  'dci.power': 'server_id',
  'dci.ip': 'server_id',
  'dci.ipmi.ofServer': 'server_id',
  'dci.operation.plan': 'server_id',
} as const
const ipmi = { 'dci.ipmi': 'ipmi_id', 'proxy.ipmi': 'ipmi_id', 'proxy.amt': 'amt_id' } as const
/** What servers stand in, and what their cables lead to. */
const infrastructure = ['dci.chassis', 'dci.switch', 'dci.pdu'] as const
/** Where the place of a device is drawn, or counted. */
const places = ['dci.rack', 'dci.location'] as const
/** Where a cable is seen besides its two ends. */
const cables = [...places, 'dci.vlan', 'dci.impact'] as const

/**
 * Which queries show objects of a kind. A change of one lets its own queries be read anew at once, lists and other places a little
 * later, many changes together.
 */
export const shownIn: Readonly<Record<ChangeKind, Shown>> = {
  account: {
    own: {
      'vm.account': 'account_id',
      'vm.userLimit': 'account_id',
      'auth.user': 'user_id',
      'vm.user': 'user_id',
      'dci.user': 'user_id',
    },
    also: ['auth.acl', 'vm.invite', 'dci.server', 'vm.host'],
  },
  acl: { own: { 'auth.acl': 'acl_id' }, also: ['auth.user', 'vm.account'] },
  backup: { own: { 'vm.backup': 'backup_id' }, also: ['vm.backupLocation', 'vm.schedule'], totals },
  backup_location: { own: { 'vm.backupLocation': 'location_id' }, totals },
  chassis: { own: { 'dci.chassis': 'chassis_id' }, also: [...places, 'dci.server'] },
  cluster: { own: { 'vm.cluster': 'cluster_id' }, also: ['vm.os', 'vm.ippool', 'vm.node', 'vm.dcNetwork'], totals },
  console: { own: { 'vm.console': 'host_id' } },
  cpu_socket: { own: { 'dci.cpuSocket': 'cpu_socket_id' }, also: ['dci.platform'] },
  disk: { own: { 'vm.disk': 'disk_id' }, also: ['vm.userLimit', 'vm.account'] },
  host: {
    own: { 'vm.host': 'host_id', 'vm.disk': 'host_id', 'vm.snapshot': 'host_id', 'vm.backup': 'host_id' },
    also: [
      'vm.image',
      'vm.iso',
      'vm.userLimit',
      'vm.node',
      'vm.cluster',
      'vm.preset',
      'vm.account',
      'vm.ip',
      'vm.monitoring',
      'dci.impact',
    ],
    totals,
  },
  image: { own: { 'vm.image': 'image_id' }, also: ['vm.userLimit', 'vm.host'] },
  ip: {
    own: { 'vm.ip': null, 'dci.ip.get': 'ip_id', 'dci.ipmgr.ip': null },
    also: ['vm.ippool', 'dci.ipmgr', 'vm.range', 'vm.host', 'dci.ip', 'dci.server'],
    totals,
  },
  ipmi: { own: ipmi, of: { server }, also: ['dci.server', 'dci.rack', 'dci.location', 'dci.serverConsole'], totals },
  ipnet: {
    own: { 'dci.ipmgr.ipnet': 'ipnet_id' },
    also: ['vm.range', 'vm.ippool', 'dci.ipmgr.ippool', 'vm.ip', 'vm.dcNetwork'],
  },
  ippool: {
    own: { 'vm.ippool': 'ippool_id', 'dci.ipmgr.ippool': 'ippool_id' },
    also: ['vm.cluster', 'vm.range', 'dci.ipmgr.ipnet'],
    totals,
  },
  iso: { own: { 'vm.iso': 'os_id' } },
  location: {
    own: { 'dci.location': 'location_id', 'proxy.location': null },
    also: [
      'dci.server',
      ...infrastructure,
      'dci.rack',
      'dci.vlan',
      'dci.warehouse',
      'dci.platform',
      'vm.ippool',
      'dci.ipmgr',
      'dci.osTemplate',
      'dci.operation.plan',
    ],
    totals,
  },
  location_message: { own: {}, of: { location: { 'dci.location': 'location_id' } } },
  machine: { own: { 'dci.machine': 'machine_id' }, totals },
  address_group: { own: { 'vm.addressGroup': 'address_group_id' }, also: ['vm.host.packetRules'] },
  name_server: { own: { 'ip.nameServer': 'name_server_id' }, totals },
  node: { own: { 'vm.node': 'node_id' }, also: ['vm.cluster', 'dci.server', 'vm.host', 'vm.monitoring'], totals },
  hardware_report: { own: {}, of: { server: { 'dci.hardwareReport': 'server_id' } } },
  erasure_certificate: { own: { 'dci.erasureCertificate': 'certificate_id' } },
  operation: {
    own: { 'dci.operation.get': 'operation_id', 'dci.operation.list': null, 'dci.operation.ofServer': null },
    // How long such an operation usually takes changes by others that have ended: that is read when a page is opened.
    also: ['dci.server', 'dci.operationPlan.list', 'dci.operationPlan.get', 'dci.operationPlan.servers'],
    totals,
  },
  operation_plan: { own: { 'dci.operationPlan': 'operation_plan_id' } },
  os_template: {
    own: { 'dci.osTemplate': 'os_template_id' },
    also: ['vm.repository', 'dci.location', 'dci.operation.plan'],
  },
  os: { own: { 'vm.os': 'os_id' }, also: ['vm.repository', 'vm.cluster'] },
  pdu: { own: { 'dci.pdu': 'pdu_id' }, also: [...cables, 'dci.server'], totals },
  pdu_connection: {
    own: { 'dci.pdu.connection': 'connection_id' },
    of: { server },
    also: ['dci.pdu', ...cables],
    totals,
  },
  pdu_port: {
    own: { 'dci.pdu.port': 'port_id' },
    of: { pdu: { 'dci.pdu': 'pdu_id' } },
    also: [...cables, 'dci.server', 'dci.operation.plan'],
    totals,
  },
  platform: {
    own: { 'dci.platform': 'platform_id' },
    also: ['dci.server', 'dci.cpuSocket', 'dci.rack', 'dci.ipmi.sensor.inventory'],
  },
  preferences: { own: { 'auth.preferences': null, 'dci.user.settings': 'user_id' } },
  preset: { own: { 'vm.preset': 'preset_id' }, also: ['vm.host'] },
  proxy_location: { own: { 'proxy.location': null }, also: ['dci.location'], totals },
  proxy_session: { own: { 'proxy.proxySession': null } },
  rack: {
    own: { 'dci.rack': 'rack_id' },
    // The diagram of a rack names those beside it.
    also: ['dci.rack.devices', 'dci.server', ...infrastructure, 'dci.location'],
    totals,
  },
  range: { own: { 'vm.range': 'range_id' }, also: ['vm.ippool', 'dci.ipmgr', 'vm.ip'], totals },
  recipe: { own: { 'vm.recipe': 'recipe_id' }, also: ['vm.repository'] },
  recording: { own: { 'dci.recording': 'recording_id' } },
  rehearsal: { own: { 'vm.rehearsal': 'rehearsal_id' } },
  repository: { own: { 'vm.repository': 'repository_id' }, also: ['vm.os', 'vm.recipe'], totals },
  schedule: { own: { 'vm.schedule': 'schedule_id' }, totals },
  script_variable: { own: { 'vm.scriptVariable': 'variable_id' } },
  server: {
    own: server,
    also: [...infrastructure, ...cables, 'dci.platform', 'dci.ipmi', 'dci.serverConsole', 'vm.node', 'vm.ip'],
    totals,
  },
  server_console: { own: { 'dci.serverConsole': 'server_id' } },
  setting: {
    own: { 'auth.setting': null },
    also: [
      'proxy.plugin',
      'proxy.proxySession',
      'dci.recording.settings',
      'dci.operation.settings',
      'vm.problem.rules',
      'vm.rehearsal.plan',
    ],
  },
  sshkey: { own: { 'auth.sshkey': null } },
  stock_item: { own: { 'dci.warehouse': null } },
  storage: { own: { 'vm.storage': 'storage_id' }, also: ['vm.cluster', 'vm.node'], totals },
  storage_tag: { own: { 'vm.tag': null }, also: ['vm.storage', 'vm.cluster'] },
  switch: { own: { 'dci.switch': 'switch_id' }, also: [...cables, 'dci.server'], totals },
  switch_connection: {
    own: { 'dci.switch.connection': 'connection_id' },
    of: { server },
    also: ['dci.switch', ...cables],
    totals,
  },
  switch_port: {
    own: { 'dci.switch.port': 'port_id' },
    of: { switch: { 'dci.switch': 'switch_id' } },
    also: [...cables, 'dci.server', 'dci.operation.plan'],
    totals,
  },
  task: { own: { 'vm.task': 'task_id', 'dci.task': 'task_id', 'dci.import.get': 'import_id' }, totals },
  token: { own: { 'auth.token': null } },
  user_limit: { own: { 'vm.userLimit': null } },
  vlan: { own: { 'dci.vlan': 'vlan_id' }, also: ['dci.location', 'dci.switch', 'dci.server'] },
}
