import { ipRecord } from '../../../server/domain/ip/schema.ts'
import { ipnetFields } from '../../../server/domain/ipnet/fields.ts'
import { ipnetRecord } from '../../../server/domain/ipnet/schema.ts'
import { ippoolFields } from '../../../server/domain/ippool/fields.ts'
import { ippoolRecord } from '../../../server/domain/ippool/schema.ts'
import { locationRecord } from '../../../server/domain/location/schema.ts'
import { nameServerRecord } from '../../../server/domain/name-server/schema.ts'
import { vlanRecord } from '../../../server/domain/vlan/schema.ts'
import { stockItemRecord } from '../../../server/domain/warehouse/schema.ts'
import IpDialogs from '../../ip/ip-dialogs.tsx'
import IpnetDialogs from '../../ipnet/ipnet-dialogs.tsx'
import IppoolDialogs from '../../ippool/ippool-dialogs.tsx'
import { LocationForm } from '../../locations/location-form.tsx'
import SetUpServices from '../../locations/services/set-up-services.tsx'
import NameServerDialogs from '../../name-servers/name-server-dialogs.tsx'
import PtrDialog from '../../ptr/ptr-dialog.tsx'
import { AddRange } from '../../range/add-range.tsx'
import VlanDialogs from '../../vlans/vlan-dialogs.tsx'
import StockDialogs from '../../warehouse/stock-dialogs.tsx'
import { choose, number, own, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'
import { SECOND } from './stage.tsx'

const close = () => {}
const location = sampleOf(locationRecord, {
  ssh_address: '192.0.2.1',
  ssh_port: 22,
  ssh_user: 'root',
  poll_limit: 4,
  provisioning_vlan: null,
})
/** Whose control host has two interfaces. */
const served = {
  ...location,
  ...{ params_dhcp: {}, params_web: {}, setup_info: { interfaces: ['prov0', SECOND.name], addresses: [] } },
}
const locationActs = {
  name: text('Site 9'),
  geolocation: text('Hamina'),
  ssh_address: text('192.0.2.9'),
  ssh_port: number(2222),
  ssh_user: text('ops'),
  password: text('a-secret'),
  poll_limit: number(9),
  provisioning_vlan: number(900),
}
const spares = {
  name: text('DDR4 32 GB'),
  serial: text('S-1'),
  quantity: number(3),
  warehouse_status: choose(1, 'reserved'),
  location: pick(),
  place: text('shelf 3'),
  note: text('a note'),
}
const network = {
  name: text('198.51.100.0/24'),
  gateway: text('198.51.100.1'),
  vlan: text('110'),
  location: pick(),
  ...own(ipnetFields, 'edit'),
}
const pool = {
  ...own(ippoolFields, 'edit'),
  location: pick(),
}
const nameServer = {
  name: text('ns9'),
  address: text('ns9.example.com'),
  port: number(5353),
  key_name: text('panel'),
  key_algorithm: choose(1, 'hmac-sha512'),
  secret: text('c2VjcmV0'),
  zones: text('192.0.2.0/24'),
  ttl: number(600),
  note: text('a note'),
}
const ip = sampleOf(ipRecord, {
  ip_addr: '198.51.100.7',
  gateway: '198.51.100.1',
  mask: '255.255.255.0',
  domain: 'old.example',
})

export const placeForms: readonly Row[] = [
  {
    file: 'locations/services/set-up-services.tsx',
    form: 'SetUpServices',
    state: 'anew',
    draw: () => <SetUpServices location={served} onClose={close} />,
    acts: {
      'dhcp.interfaces_4': pick({ sent: [SECOND.name] }),
      'dhcp.ranges': text('10.77.0.200-10.77.0.250', { sent: [{ first: '10.77.0.200', last: '10.77.0.250' }] }),
      'dhcp.nameservers': text('10.77.0.1', { sent: ['10.77.0.1'] }),
      'web.port': number(8081),
      'dhcp.discovery': tick(true),
    },
  },
  {
    file: 'locations/location-form.tsx',
    form: 'LocationForm',
    state: 'new',
    draw: () => <LocationForm onClose={close} />,
    acts: locationActs,
  },
  {
    file: 'locations/location-form.tsx',
    form: 'LocationForm',
    state: 'edit',
    draw: () => <LocationForm record={location} onClose={close} />,
    acts: locationActs,
  },
  {
    file: 'vlans/vlan-dialogs.tsx',
    form: 'VlanForm',
    state: 'new',
    draw: () => <VlanDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { location: pick({ at: 'location_id' }), id: number(110), name: text('web'), note: text('a note') },
  },
  {
    file: 'vlans/vlan-dialogs.tsx',
    form: 'VlanForm',
    state: 'edit',
    draw: () => <VlanDialogs asked={{ command: 'edit', record: sampleOf(vlanRecord) }} onClose={close} />,
    acts: { name: text('web'), note: text('a note') },
  },
  {
    file: 'warehouse/stock-dialogs.tsx',
    form: 'StockForm',
    state: 'new',
    draw: () => <StockDialogs asked={{ command: 'create', device_type: 'spare_part' }} onClose={close} />,
    acts: spares,
  },
  {
    file: 'warehouse/stock-dialogs.tsx',
    form: 'StockForm',
    state: 'edit',
    draw: () => (
      <StockDialogs asked={{ command: 'edit', record: sampleOf(stockItemRecord) as never }} onClose={close} />
    ),
    acts: spares,
  },
  {
    file: 'ipnet/ipnet-dialogs.tsx',
    form: 'NetworkForm',
    state: 'new',
    draw: () => <IpnetDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { ...network, need_reserve: tick(false), clusters: pick({ sent: [72] }) },
  },
  {
    file: 'ipnet/ipnet-dialogs.tsx',
    form: 'NetworkForm',
    state: 'edit',
    draw: () => (
      <IpnetDialogs
        asked={{ command: 'edit', record: sampleOf(ipnetRecord, { name: '203.0.113.0/24', gateway: '', vlan: '7' }) }}
        onClose={close}
      />
    ),
    acts: { ...network, clusters: pick({ sent: [5, 72] }) },
  },
  {
    file: 'ippool/ippool-dialogs.tsx',
    form: 'PoolForm',
    state: 'new',
    draw: () => <IppoolDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: {
      ...pool,
      auto_selection_allowed: tick(false),
      is_public: tick(false),
      range: text('198.51.100.0/28', { at: 'addRange/name' }),
      name: text('a-text-1', { at: 'ippool.create/name' }),
    },
  },
  {
    file: 'ippool/ippool-dialogs.tsx',
    form: 'PoolForm',
    state: 'edit',
    draw: () => <IppoolDialogs asked={{ command: 'edit', record: sampleOf(ippoolRecord) }} onClose={close} />,
    acts: pool,
  },
  {
    file: 'range/add-range.tsx',
    form: 'AddRange',
    state: 'new',
    draw: () => <AddRange pool={{ id: 1, name: 'public' }} onClose={close} />,
    acts: { name: text('198.51.100.0/28') },
  },
  {
    file: 'ip/ip-dialogs.tsx',
    form: 'EditAddress',
    state: 'edit',
    draw: () => <IpDialogs asked={{ command: 'edit', address: ip }} onClose={close} />,
    acts: {
      domain: text('new.example', { at: 'values.domain' }),
      ip_addr: text('198.51.100.9', { at: 'values.ip_addr' }),
      gateway: text('198.51.100.2', { at: 'values.gateway' }),
      netmask: text('255.255.255.128', { at: 'values.netmask' }),
    },
  },
  {
    file: 'ptr/ptr-dialog.tsx',
    form: 'PtrDialog',
    state: 'edit',
    draw: () => <PtrDialog asked={{ id: 1, address: '198.51.100.7', domain: 'old.example' }} onClose={close} />,
    acts: { domain: text('new.example') },
  },
  {
    file: 'name-servers/name-server-dialogs.tsx',
    form: 'NameServerForm',
    state: 'new',
    draw: () => <NameServerDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { ...nameServer, kind: choose(0, 'rfc2136') },
  },
  {
    file: 'name-servers/name-server-dialogs.tsx',
    form: 'NameServerForm',
    state: 'edit',
    draw: () => (
      <NameServerDialogs
        asked={{
          command: 'edit',
          record: sampleOf(nameServerRecord, {
            kind: 'rfc2136',
            key_algorithm: 'hmac-sha256',
            key_name: 'k',
            ttl: 300,
          }),
        }}
        onClose={close}
      />
    ),
    acts: nameServer,
  },
]
