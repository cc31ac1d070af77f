import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '../../../generated/prisma/client.ts'

/** One row of every kind of this area, tied together; ids as paths name them. `owner_id` has the server. */
export async function oneOfEach(prisma: PrismaClient, owner_id: number) {
  const location = await prisma.location.create({ data: { name: 'l', ssh_address: '198.51.100.1', ssh_user: 'root' } })
  const location_id = location.id
  const rack = await prisma.rack.create({ data: { location_id, name: 'r', size: 42 } })
  const rack_id = rack.id
  const reservation = await prisma.rack_reservation.create({ data: { rack_id, unit: 40, size: 1 } })
  const socket = await prisma.cpu_socket.create({ data: { name: 'LGA' } })
  const sizes = {
    server_size: 1,
    cpu_socket_count: 1,
    ram_slot_count: 4,
    max_ram: 64,
    hdd_slot_count: 2,
    pci_slot_count: 1,
  }
  const platform = await prisma.platform.create({
    data: { ...sizes, name: 'pl', type: 'server', cpu_socket: socket.id },
  })
  const chassis = await prisma.chassis.create({
    data: { rack_id, unit: 30, size: 2, name: 'c', server_slot_count: 4 },
  })
  const device = { location_id, rack_id, size: 1 }
  const server = await prisma.server.create({
    data: { ...device, name: 's', type: 'server', platform_id: platform.id, unit: 1, owner_id },
  })
  const net_switch = await prisma.net_switch.create({
    data: { ...device, name: 'sw', device: 'snmp_common', ip: '198.51.100.2', unit: 2 },
  })
  const port = await prisma.switch_port.create({ data: { switch_id: net_switch.id, if_index: '1' } })
  const pdu = await prisma.pdu.create({
    data: { ...device, name: 'pdu', device: 'generic', ip: '198.51.100.3', unit: 3 },
  })
  const outlet = await prisma.pdu_port.create({ data: { pdu_id: pdu.id, identity: 1 } })
  if (outlet.id !== port.id) throw new Error('Paths call both of them {port_id}')
  const connection = await prisma.switch_connection.create({ data: { server_id: server.id, switch_port_id: port.id } })
  await prisma.pdu_connection.create({ data: { server_id: server.id, pdu_port_id: outlet.id } })
  await prisma.vlan.create({ data: { location_id, vlan_id: 5, name: 'v' } })
  const ipmi = await prisma.ipmi.create({
    data: { server_id: server.id, ip: '198.51.100.4', username: 'admin', password: '' },
  })
  const sensor = await prisma.ipmi_sensor.create({
    data: { ipmi_id: ipmi.id, identity: '1', position: 0, name: 'Inlet' },
  })
  const recording = await prisma.recording.create({
    data: {
      file: randomUUID(),
      instance: randomUUID(),
      data_key: '',
      object: 'server',
      object_id: server.id,
      object_name: 's',
      account_id: 1,
      account_email: 'ann@example.com',
      kind: 'sol',
      mode: 'control',
      state: 'complete',
      ended_at: new Date(),
    },
  })
  const item = await prisma.stock_item.create({ data: { device_type: 'switch', name: 'spare' } })
  return {
    location_id,
    rack_id,
    reservation_id: reservation.id,
    cpu_socket_id: socket.id,
    platform_id: platform.id,
    chassis_id: chassis.id,
    server_id: server.id,
    switch_id: net_switch.id,
    pdu_id: pdu.id,
    ipmi_id: ipmi.id,
    sensor_id: sensor.id,
    recording_id: recording.id,
    port_id: port.id,
    connection_id: connection.id,
    vlan_id: 5,
    device_type: 'switch',
    stock_item_id: item.id,
    kind: 'switch',
    id: net_switch.id,
  }
}
