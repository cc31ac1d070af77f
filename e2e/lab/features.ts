import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { run } from './run.ts'

/** Abilities of this host's kernel for nodes; suites that need more must show that they skip. */
export type LabFeatures = {
  /** /dev/kvm is there. It says nothing about whether a guest boots: see the panel's own probe. */
  kvm_device: boolean
  /** The processor offers hardware virtualisation; without it /dev/kvm cannot run an unmodified kernel. */
  hardware_virtualisation: boolean
  bond: boolean
  vlan: boolean
  vxlan: boolean
  dummy: boolean
  device_mapper: boolean
  /** `ct` works in nftables' bridge family. */
  bridge_conntrack: boolean
  loop: boolean
  cgroup_version: 1 | 2
}

/** Tries each feature in a throw-away network namespace. Needs root. */
export async function probeFeatures(): Promise<LabFeatures> {
  const link = async (...words: string[]) => (await scratch(['ip', 'link', 'add', 'probe', ...words])).code === 0
  const ct = 'table bridge probe { chain c { type filter hook forward priority 0; ct state established accept; } }\n'
  const [bond, vlan, vxlan, dummy, bridgeConntrack, processor] = await Promise.all([
    link('type', 'bond'),
    link('link', 'lo', 'type', 'vlan', 'id', '5'),
    link('type', 'vxlan', 'id', '5', 'dstport', '4789'),
    link('type', 'dummy'),
    scratch(['nft', '-f', '-'], ct),
    readFile('/proc/cpuinfo', 'utf8'),
  ])
  return {
    kvm_device: existsSync('/dev/kvm'),
    hardware_virtualisation: /^flags\s*:.* (vmx|svm)\b/m.test(processor),
    bond,
    vlan,
    vxlan,
    dummy,
    device_mapper: existsSync('/dev/mapper/control'),
    bridge_conntrack: bridgeConntrack.code === 0,
    loop: existsSync('/dev/loop-control'),
    cgroup_version: existsSync('/sys/fs/cgroup/cgroup.controllers') ? 2 : 1,
  }
}

function scratch(argv: string[], input?: string) {
  return run(['unshare', '--net', '--', ...argv], { input, timeoutMs: 10_000 })
}
