import { expect, it } from 'vitest'
import { parseXml, serialize } from '../../../protocols/netconf/xml.ts'
import {
  configuredSpeed,
  describePort,
  disable,
  leaveVlans,
  portsOf,
  portVlan,
  speedDuplex,
  vlansOf,
} from './config.ts'

const port = (name: string, switching: string, more = '') =>
  `<interface>${more}<name>${name}</name><unit><name>0</name><family>${switching}</family></unit></interface>`
const switching = (content: string) => `<ethernet-switching>${content}</ethernet-switching>`

// As such a switch answers get-config: names of VLANs as members, lists at the VLANs themselves, ports without anything.
const tree =
  parseXml(`<configuration xmlns="http://xml.juniper.net/xnm/1.1/xnm" xmlns:junos="x" junos:commit-seconds="1">
  <interfaces>
    ${port('ge-0/0/0', switching('<port-mode>access</port-mode><vlan><members>servers</members></vlan>'))}
    ${port('ge-0/0/1', switching('<port-mode>trunk</port-mode><vlan><members>servers</members><members>30-32</members></vlan><native-vlan-id>servers</native-vlan-id>'))}
    ${port('ge-0/0/2', switching('<port-mode>trunk</port-mode><vlan><members>all</members></vlan>'), '<disable/><description>up &lt;link&gt;&#7;</description>')}
    ${port('ge-0/0/3', switching(''))}
    ${port('ge-0/0/4', '<inet><address><name>192.0.2.1/24</name></address></inet>')}
    ${port('ge-0/0/5', switching(''), '<ether-options><no-auto-negotiation/><link-mode>half-duplex</link-mode><speed><ethernet-100m/></speed></ether-options>')}
    <interface><name>ge-0/0/6</name></interface>
  </interfaces>
  <vlans>
    <vlan><name>servers</name><vlan-id>10</vlan-id></vlan>
    <vlan><name>storage</name><vlan-id>30</vlan-id><interface><name>ge-0/0/5.0</name></interface></vlan>
    <vlan><name>twice</name><vlan-id>30</vlan-id></vlan>
    <vlan><name>none</name></vlan>
    <vlan><name>far</name><vlan-id>5000</vlan-id></vlan>
  </vlans>
</configuration>`)

it('reads VLANs once each, and only those that can be', () => {
  expect(vlansOf(tree)).toEqual([
    { vlan_id: 10, name: 'servers' },
    { vlan_id: 30, name: 'storage' },
  ])
  expect(vlansOf(undefined)).toEqual([])
})

it('reads where ports are, in all the ways to say it', () => {
  const ports = new Map(portsOf(tree).map((each) => [each.name, each]))
  const vlan = (name: string) => ports.get(name)?.vlan
  expect(vlan('ge-0/0/0')).toEqual({ vlan_id: 10, is_trunk: false, trunk_members: [] })
  expect(vlan('ge-0/0/1')).toEqual({ vlan_id: 10, is_trunk: true, trunk_members: [30, 31, 32] })
  expect(vlan('ge-0/0/2')).toEqual({ vlan_id: null, is_trunk: true, trunk_members: [10, 30] })
  expect(vlan('ge-0/0/3')).toEqual({ vlan_id: 1, is_trunk: false, trunk_members: [] })
  expect(vlan('ge-0/0/4')).toEqual({ vlan_id: null, is_trunk: false, trunk_members: [] })
  expect(ports.get('ge-0/0/5')).toMatchObject({ listed: ['storage'], vlan: { vlan_id: 30, is_trunk: false } })
  expect(ports.get('ge-0/0/2')).toMatchObject({ disabled: true, description: 'up <link>' })
  expect(ports.get('ge-0/0/6')).toMatchObject({ disabled: false, description: '' })
})

it('reads speed and duplex as they are set', () => {
  expect(configuredSpeed(tree, 'ge-0/0/5')).toEqual({ speed: '100M', duplex: 'half' })
  expect(configuredSpeed(tree, 'ge-0/0/0')).toBeNull()
})

it('writes nothing but what is to change', () => {
  const text = ({ config, defaultOperation }: { config: Parameters<typeof serialize>[0]; defaultOperation: string }) =>
    `${defaultOperation} ${serialize(config).replace(/<\/?(configuration|interfaces|vlans)>/g, '')}`
  const name = '<name>ge-0/0/7</name>'
  expect(text(disable('ge-0/0/7', true))).toBe(`merge <interface>${name}<disable/></interface>`)
  expect(text(disable('ge-0/0/7', false))).toBe(`none <interface>${name}<disable operation="delete"/></interface>`)
  expect(text(describePort('ge-0/0/7', 'a & "b"'))).toContain('<description>a &amp; &quot;b&quot;</description>')
  expect(text(portVlan('ge-0/0/7', { vlan_id: 10, is_trunk: true, trunk_members: [20, 30] }))).toBe(
    `merge <interface>${name}<unit><name>0</name><family><ethernet-switching operation="replace"><port-mode>trunk</port-mode>` +
      '<vlan><members>20</members><members>30</members></vlan><native-vlan-id>10</native-vlan-id></ethernet-switching></family></unit></interface>',
  )
  expect(leaveVlans('ge-0/0/7', ['storage']).map(text)).toEqual([
    'none <vlan><name>storage</name><interface operation="delete"><name>ge-0/0/7.0</name></interface></vlan>',
  ])
  expect(speedDuplex('ge-0/0/7', '40G', 'full')).toBeNull()
  expect(speedDuplex('ge-0/0/7', '1G', 'half')).toBeNull()
})
