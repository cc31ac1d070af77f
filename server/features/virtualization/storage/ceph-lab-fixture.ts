import { inNode, targetOf } from '../../../../e2e/lab/api.ts'
import { hostLab } from '../host/lab-fixture.ts'

/** A panel beside a real Ceph, with cephx, in a node of the lab; VMs run on the other node. */
export async function cephLab() {
  const panel = await hostLab()
  const { lab, api, cluster, done } = panel
  const monitor = lab.nodes.find(({ ceph }) => ceph)
  if (!monitor) throw new Error('The lab has no Ceph: start it with --ceph 2')
  const node = lab.nodes.find(({ libvirt, ceph }) => libvirt && !ceph) ?? monitor
  const pools: string[] = []

  /** Runs a program where Ceph is administered. */
  async function ceph(...argv: string[]): Promise<string> {
    const { code, stdout, stderr } = await inNode(lab, monitor?.index ?? 0, argv)
    if (code !== 0) throw new Error(stderr)
    return stdout.trim()
  }

  return {
    ...panel,
    monitor,
    node,
    ceph,
    /** Runs a program where VMs run. */
    on: async (...argv: string[]) => (await inNode(lab, node.index, argv)).stdout.trim(),
    /** How the node and the monitor host are signed in to. */
    nodeTarget: targetOf(node),
    monitorTarget: targetOf(monitor),
    images: async (pool: string) => (await ceph('rbd', 'ls', '--pool', pool)).split('\n').filter(Boolean),
    /** A storage of Ceph, attached nowhere; its pool goes with the panel. */
    async addCeph(name: string, pool: string): Promise<{ id: number; at: string }> {
      pools.push(pool)
      const { address: ip_addr, ssh_port, user: login, password } = monitor
      const storage_params = { ip_addr, ssh_port, login, password }
      const { id } = (await api.admin.post('/vm/v3/storage', { name, type: 'ceph', storage_params })).body
      return { id, at: `/vm/v3/cluster/${cluster}/storage/${id}` }
    },
    attachCeph: async (at: string, pool: string) =>
      done(await api.admin.post(at, { virt_pool: { rbd_pool_name: pool, placement_groups: 8 } })),
    async close() {
      await panel.close()
      await ceph('ceph', 'config', 'set', 'mon', 'mon_allow_pool_delete', 'true')
      for (const pool of pools) {
        const remove = ['osd', 'pool', 'delete', pool, pool, '--yes-i-really-really-mean-it']
        await inNode(lab, monitor.index, ['ceph', ...remove])
        await inNode(lab, monitor.index, ['ceph', 'auth', 'rm', `client.datahall-${pool}`])
      }
    },
  }
}
