/** A small cluster of containers beside the VMs. The simulation knows its node by the address. */
export const demoLxd = { cluster: 'LXD containers', node: { name: 'demo-lxd-1', ip: '198.51.100.21' } }

/** What they are made of. */
export const demoContainerSystem = {
  name: 'Debian 13 demo',
  os_group: 'linux',
  login_user: 'root',
  min_ram_mib: 128,
  min_disk_mib: 512,
  tags: ['debian', 'container'],
}

/** What its archive holds. */
export const demoContainerFiles = [
  { name: 'metadata.yaml', text: 'architecture: x86_64\nproperties:\n  description: Debian 13 demo\n' },
  { name: 'rootfs/etc/os-release', text: 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n' },
  { name: 'rootfs/etc/motd', text: 'A simulated container: nothing of it exists.\n' },
]

/** `owner`: a place in the list of owners; `snapshot`: how many days ago one was taken. */
export const demoContainers = [
  { name: 'resolver-1', cpu_number: 1, ram_mib: 512, hdd_mib: 4096, owner: 0, process_number: 200 },
  { name: 'proxy-1', cpu_number: 2, ram_mib: 1024, hdd_mib: 8192, owner: 1, snapshot: 6 },
  { name: 'wiki-1', cpu_number: 1, ram_mib: 1024, hdd_mib: 10_240, owner: 2, comment: 'Handbook of the team' },
]
