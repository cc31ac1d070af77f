import { z } from 'zod'
import { endpoint } from '../../../../api/endpoint.ts'
import { listEndpoint } from '../../../../api/list/endpoints.ts'
import { sql } from '../../../../api/list/sql.ts'
import {
  addressesAdd,
  type IpAutomation,
  interfaceCreate,
  interfaceEdit,
  interfaceRecord,
  ipAutomationBody,
  ipv6Info,
} from '../../../../domain/host/network.ts'
import { packetRulesBody, packetRulesRecord } from '../../../../domain/host/packet-rules.ts'
import { idAndTask } from '../../../../domain/shared/fields.ts'
import { hostList } from '../list.ts'
import { addAddresses, readIpv6, setIpAutomation } from './addresses.ts'
import { addInterface, editInterface, removeInterface } from './interfaces.ts'
import { interfaceList } from './list.ts'
import { changePacketRules, readPacketRules } from './packet-rules.ts'

const common = { service: 'vm', access: 'user' } as const

const AT_ONCE =
  'A running VM has it at once, with its packet rules and limits before any traffic; its guest is told through its agent. Where that does not answer, the guest takes it over at its next start, and `network_waits` of the VM says why.'

/** Interfaces, addresses and packet rules of VMs. */
export const hostNetworkEndpoints = {
  packetRules: endpoint({
    ...common,
    tag: 'host',
    method: 'GET',
    path: '/host/{host_id}/packet_rules',
    summary: 'Read the packet rules of a VM, with what they have met',
    description:
      'Not in the documents. In the order in which they are looked at: those of `firewall_rules` first. The first that fits decides, and what none fits is let through. Counters are read from the node, and begin anew with each change.',
    answer: packetRulesRecord,
    run: (ctx, p) => readPacketRules(ctx, p.params.host_id),
  }),
  changePacketRules: endpoint({
    ...common,
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/packet_rules',
    summary: 'Change the packet rules of a VM',
    description:
      'Not in the documents: rules that let through, drop or reject (the sender is told), by direction, protocol, port, addresses of the other side, and rate. They replace those that the VM has beside `firewall_rules`. Each packet is judged by itself, so answers to a connection are packets of the other direction. What is rejected from the node itself, or goes to more than one receiver, is dropped.',
    body: packetRulesBody,
    answer: idAndTask,
    run: (ctx, p) => changePacketRules(ctx, p.params.host_id, p.body.rules),
  }),
  interfaces: listEndpoint({
    ...common,
    tag: 'host',
    path: '/host/{host_id}/iface',
    summary: 'List the interfaces of a VM',
    list: interfaceList,
    row: interfaceRecord,
    of: hostList,
    scope: (id) => sql`x.host_id = ${id}`,
  }),
  addInterface: endpoint({
    ...common,
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/iface',
    summary: 'Add an interface to a VM',
    description: `Answers the id of the interface. With \`is_main_network\` it is on the main network of the cluster; otherwise on \`bridge\` or \`bridge_id\`, and without these on the second network of the cluster. Users choose among the networks of the cluster. ${AT_ONCE}`,
    body: interfaceCreate,
    answer: idAndTask,
    run: (ctx, p) => addInterface(ctx, p.params.host_id, p.body),
  }),
  editInterface: endpoint({
    ...common,
    tag: 'host',
    method: 'POST',
    path: '/host/{host_id}/iface/{iface_id}',
    summary: 'Change the bridge or model of an interface of a VM',
    description: `Another model takes the interface out of a running VM for a moment. ${AT_ONCE}`,
    body: interfaceEdit,
    answer: idAndTask,
    run: (ctx, p) => editInterface(ctx, p.params.host_id, p.params.iface_id, p.body),
  }),
  removeInterface: endpoint({
    ...common,
    tag: 'host',
    method: 'DELETE',
    path: '/host/{host_id}/iface/{iface_id}',
    summary: 'Remove an interface of a VM',
    description:
      'It carries nothing from the moment at which the task begins; its addresses are free when the VM has lost it.',
    answer: z.object({ task: z.int() }),
    run: (ctx, p) => removeInterface(ctx, p.params.host_id, p.params.iface_id),
  }),
  addAddresses: endpoint({
    ...common,
    tag: 'network',
    method: 'POST',
    path: '/host/{host_id}/ip',
    summary: 'Add addresses to a VM',
    description: `To the interface \`host_interface\`, without it to the first; \`interfaces\` names networks of the cluster instead. \`ipv6_prefix\` gives a whole IPv6 subnet of that length, whose first address is configured; without it IPv6 is one address. All are given, or none. ${AT_ONCE}`,
    body: addressesAdd,
    answer: idAndTask,
    run: (ctx, p) => addAddresses(ctx, p.params.host_id, p.body),
  }),
  ipAutomation: endpoint({
    ...common,
    tag: 'network',
    method: 'POST',
    path: '/host/{host_id}/ip_automation',
    summary: 'Set how addresses are configured in a VM',
    description:
      '`guest_agent` (as without a setting): at once through its agent, and by cloud-init at its next start; `cloud_init`: at its next start alone; `none`: the panel writes the seed, and leaves a running guest alone.',
    body: ipAutomationBody,
    answer: idAndTask,
    run: (ctx, p) => setIpAutomation(ctx, p.params.host_id, p.body.ip_automation_type as IpAutomation),
  }),
  ipv6: endpoint({
    ...common,
    tag: 'network',
    method: 'GET',
    path: '/host/{host_id}/ipv6',
    summary: 'Read what a VM has of IPv6',
    answer: ipv6Info,
    run: (ctx, p) => readIpv6(ctx, p.params.host_id),
  }),
}
