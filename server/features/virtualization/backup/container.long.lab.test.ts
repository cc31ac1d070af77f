import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { hostLab } from '../host/lab-fixture.ts'

const FOLDER = '/var/lib/container-backups'
const mib = 1 << 20

/** Backups of a real container on a real LXD: what they cost, and that its files come back, in its place and beside it. */
describe('the backup of a container', () => {
  let bench: Awaited<ReturnType<typeof hostLab>>
  let id: number
  let location: number
  let first: number
  let sums: string

  const onNode = async (...argv: string[]) =>
    (await inNode(bench.lab, bench.node1.index, ['env', 'HOME=/root', ...argv])).stdout
  const lxc = (...argv: string[]) => onNode('lxc', ...argv)
  const name = async (host = id) => (await bench.host(host)).internal_name as string
  const inside = async (command: string, host = id) => lxc('exec', await name(host), '--', 'sh', '-c', command)
  /** Names, rights, owners and content of all files that the container has of its own. */
  const sumsIn = (host = id) =>
    inside(
      'cd /srv && find . | sort | xargs stat -c "%n %a %u %g %h %F" && find . -type f | sort | xargs sha256sum',
      host,
    )
  const made = async () => {
    const body = { backup_locations: [location] }
    const { id: backup } = await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/backup`, body))
    const { prisma } = bench.api.database
    const copy = await prisma.backup_copy.findFirstOrThrow({ where: { backup_id: backup } })
    const row = await prisma.backup.findUniqueOrThrow({ where: { id: backup } })
    return { backup, stored: Number(copy.stored_bytes), read: Number(row.read_bytes), row }
  }
  /** What is on the node beside the containers: nothing of ours. */
  const left = async () => [
    ...JSON.parse(await lxc('image', 'list', '--format', 'json')).filter(
      ({ properties }: { properties: object }) => 'datahall.for' in properties,
    ),
    ...JSON.parse(await lxc('query', `/1.0/instances/${await name()}/snapshots`)),
  ]

  beforeAll(async () => {
    bench = await hostLab('lxd')
    await bench.done(await bench.attach(bench.node1))
    await onNode('mkdir', '-p', FOLDER)
    const { address: ip, ssh_port: port, user: login, password } = bench.node1
    const way = { ip, port, login, password, path: FOLDER }
    const place = { name: 'vault', connection_params: way, clusters: [bench.cluster] }
    location = (await bench.done(await bench.api.admin.post('/vm/v3/backup_location', place))).id
    id = (await bench.done(await bench.create({ name: 'files', ipv4_number: 1 }))).id
    await inside(`
      mkdir -p /srv/many /srv/big && cd /srv
      for n in $(seq 1 400); do head -c $((n * 37)) /dev/urandom > many/file-$n; done
      head -c 20000000 /dev/urandom > big/data
      head -c 3000000 /dev/urandom > big/more
      ln -s /etc/hostname link && ln big/more hard && mkfifo pipe
      touch "ümlaut and spaces" && chmod 4750 many/file-7 && chown 33:44 many/file-8`)
    sums = await sumsIn()
  })
  afterAll(async () => {
    await onNode('rm', '-rf', FOLDER)
    await bench?.close()
  })

  test('is made while it runs, and leaves nothing on the node', async () => {
    const { backup, stored, row } = await made()
    first = backup
    expect(row).toMatchObject({ state: 'active', consistency: 'crash', metadata: { content: 'archive' } })
    expect(stored).toBeGreaterThan(20 * mib)
    expect(await bench.host(id)).toMatchObject({ state: 'active' })
    expect(await left()).toEqual([])
  })

  test('stores little when little has changed', async () => {
    await inside(
      'head -c 5000 /dev/urandom > /srv/many/file-3; rm /srv/many/file-200; echo new > /srv/many/file-150x; sync',
    )
    const { stored, read } = await made()
    expect(read).toBeGreaterThan(20 * mib)
    expect(stored).toBeLessThan(6 * mib)
    expect(stored).toBeGreaterThan(0)
  })

  test('comes back in place, byte for byte, with the settings of the record', async () => {
    const before = await bench.host(id)
    const words = await inside('cat /etc/shadow /etc/hostname')
    await inside('rm -rf /srv/big /srv/many; echo broken > /srv/link2')
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/restore`, { backup: first }))
    expect(await sumsIn()).toBe(sums)
    expect(await bench.host(id)).toMatchObject({ state: 'active', fault: null, ip_summary: before.ip_summary })
    expect(await inside('ip -4 addr show eth0')).toContain(`inet ${before.ip_summary}/24`)
    expect(await inside('cat /proc/self/uid_map')).toMatch(/^\s*0\s+[1-9]/)
    expect(await inside('cat /etc/shadow /etc/hostname')).toBe(words)
    expect(await lxc('list', '--format', 'csv', '--columns', 'n')).toBe(`${await name()}\n`)
    expect(await left()).toEqual([])
  })

  test('comes back beside it, with another name and address', async () => {
    const { id: second } = await bench.done(
      await bench.api.ann.post(`/vm/v3/backup/${first}/restore_as_host`, { name: 'second', ipv4_number: 1 }),
    )
    const host = await bench.host(second)
    expect(host).toMatchObject({ state: 'active', fault: null, os: { name: expect.any(String) } })
    expect(host.ip_summary).not.toBe((await bench.host(id)).ip_summary)
    expect(await sumsIn(second)).toBe(sums)
    expect((await inside('hostname', second)).trim()).toBe('second')
    expect(await inside('ip -4 addr show eth0', second)).toContain(`inet ${host.ip_summary}/24`)
    expect(await left()).toEqual([])
    await bench.done(await bench.api.ann.delete(`/vm/v3/host/${second}`))
  })

  test('of one that is off is made and comes back as well', async () => {
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/stop`, {}))
    const { backup, row } = await made()
    expect(row.consistency).toBe('off')
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
    expect(await bench.host(id)).toMatchObject({ state: 'stopped', fault: null })
    await bench.done(await bench.api.ann.post(`/vm/v3/host/${id}/start`, {}))
    expect(await sumsIn()).toBe(sums)
  })
})
