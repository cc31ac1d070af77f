import { addressGroupFields } from '../../server/domain/address-group/fields.ts'
import { backupLocationFields } from '../../server/domain/backup-location/fields.ts'
import { chassisFields } from '../../server/domain/chassis/fields.ts'
import { clusterFields } from '../../server/domain/cluster/fields.ts'
import { cpuSocketFields } from '../../server/domain/cpu-socket/fields.ts'
import { hostFields } from '../../server/domain/host/fields.ts'
import { imageFields } from '../../server/domain/image/fields.ts'
import { ipmiFields } from '../../server/domain/ipmi/fields.ts'
import { ipnetFields } from '../../server/domain/ipnet/fields.ts'
import { ippoolFields } from '../../server/domain/ippool/fields.ts'
import { isoFields } from '../../server/domain/iso/fields.ts'
import { locationFields } from '../../server/domain/location/fields.ts'
import { nameServerFields } from '../../server/domain/name-server/fields.ts'
import { nodeFields } from '../../server/domain/node/fields.ts'
import { osFields } from '../../server/domain/os/fields.ts'
import { templateFields } from '../../server/domain/os-template/fields.ts'
import { pduFields } from '../../server/domain/pdu/fields.ts'
import { platformFields } from '../../server/domain/platform/fields.ts'
import { presetFields } from '../../server/domain/preset/fields.ts'
import { rackFields } from '../../server/domain/rack/fields.ts'
import { recipeFields } from '../../server/domain/recipe/fields.ts'
import { scheduleFields } from '../../server/domain/schedule/fields.ts'
import { serverFields } from '../../server/domain/server/fields.ts'
import type { Fields } from '../../server/domain/shared/field.ts'
import { storageFields } from '../../server/domain/storage/fields.ts'
import { switchFields } from '../../server/domain/switch/fields.ts'
import { userFields } from '../../server/domain/user/fields.ts'
import { vlanFields } from '../../server/domain/vlan/fields.ts'
import { stockFields } from '../../server/domain/warehouse/fields.ts'
import type { Namespace } from './field-labels.ts'

/** Resources whose screens show all of their own fields, by service and group of operations; tests go through them. */
export const resources: Readonly<Record<string, { fields: Fields; words: Namespace }>> = {
  'vm host': { fields: hostFields, words: 'hosts' },
  'vm cluster': { fields: clusterFields, words: 'clusters' },
  'vm node': { fields: nodeFields, words: 'nodes' },
  'auth user': { fields: userFields, words: 'users' },
  'vm account': { fields: userFields, words: 'users' },
  'dci user': { fields: userFields, words: 'users' },
  'vm storage': { fields: storageFields, words: 'storages' },
  'vm preset': { fields: presetFields, words: 'presets' },
  'vm address_group': { fields: addressGroupFields, words: 'addressGroups' },
  'vm recipe': { fields: recipeFields, words: 'recipes' },
  'vm image': { fields: imageFields, words: 'vmImages' },
  'vm iso': { fields: isoFields, words: 'isos' },
  'vm os': { fields: osFields, words: 'images' },
  'dci ipmi': { fields: ipmiFields, words: 'controllers' },
  'dci rack': { fields: rackFields, words: 'racks' },
  'dci chassis': { fields: chassisFields, words: 'chassis' },
  'dci platform': { fields: platformFields, words: 'hardware' },
  'dci cpu_socket': { fields: cpuSocketFields, words: 'hardware' },
  'dci common': { fields: stockFields, words: 'warehouse' },
  'dci location': { fields: locationFields, words: 'locations' },
  'dci vlan': { fields: vlanFields, words: 'vlans' },
  'vm network': { fields: ipnetFields, words: 'addresses' },
  'dci ipmgr': { fields: ipnetFields, words: 'addresses' },
  'ip ipnet': { fields: ipnetFields, words: 'addresses' },
  'vm schedule': { fields: scheduleFields, words: 'schedules' },
  'vm backup': { fields: backupLocationFields, words: 'backupLocations' },
  'ip name_server': { fields: nameServerFields, words: 'nameServers' },
  'ip ippool': { fields: ippoolFields, words: 'addresses' },
  'dci os_template': { fields: templateFields, words: 'osTemplates' },
  'dci server': { fields: serverFields, words: 'servers' },
  'dci switch': { fields: switchFields, words: 'device' },
  'dci pdu': { fields: pduFields, words: 'device' },
}
