import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../../e2e/lab/api.ts'
import { hostLab } from '../../lab-fixture.ts'

// A real guest that writes all the time, whose disk goes from one storage of its node to another: called off at half, and to the end.

const { lab, node1, node2, api, cluster, until, ended, done, host, attach, create, inGuest, guestIs, close } =
  await hostLab()
afterAll(() => close())

let id = 0
let disk = 0
let address = ''
let second = 0
let main = 0
const says = (command: string) => inGuest(address, command)
const read = async (one = disk) => (await api.admin.get(`/vm/v3/disk/${one}`)).body
const row = (one = disk) => api.database.prisma.disk.findUniqueOrThrow({ where: { id: one } })
const move = (body: object, one = disk) => api.admin.post(`/vm/v3/disk/${one}/migrate`, body)
const on = async (node: typeof node1, command: string) => (await inNode(lab, node.index, ['sh', '-c', command])).stdout
const volumes = async (folder: string) =>
  (await on(node1, `ls ${folder}`)).split('\n').filter((one) => /qcow2/.test(one))
const power = async (how: 'start' | 'stop') =>
  done(await api.admin.post(`/vm/v3/host/${id}/${how}`, how === 'stop' ? { force: true } : {}))

/** What the running VM and its definition name as its disk. */
async function sources() {
  const { internal_name } = await api.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const of = async (more: string) =>
    /(?<=<source file=')[^']+qcow2/.exec(await on(node1, `virsh dumpxml ${more} ${internal_name}`))?.[0]
  return { live: await of(''), defined: await of('--inactive') }
}

/** The guest writes lines, each after the one before was synced: they have to be there without a gap. */
const WRITER =
  'n=0; while :; do n=$((n+1)); echo $n >> /root/lines; head -c 65536 /dev/urandom > /root/noise.$((n % 40)); sync; sleep 0.05; done'
async function lines() {
  const [count = 0, last = 0] = (await says('wc -l < /root/lines; tail -n 1 /root/lines')).split('\n').map(Number)
  return { count, last }
}
/** Read from the disk, not from the memory of the guest. */
const sum = () => says('sync; echo 3 > /proc/sys/vm/drop_caches; md5sum /root/big | cut -c 1-32')

beforeAll(async () => {
  await done(await attach(node1))
  await done(await attach(node2))
  await api.database.prisma.node.updateMany({ where: { name: node2.name }, data: { host_creation_blocked: true } })
  main = (await api.admin.get('/vm/v3/storage?where=kind EQ file&orderby=id')).body.list[0].id
  second = (await api.admin.post('/vm/v3/storage', { name: 'second', type: 'file', storage_params: {} })).body.id
  const folder = { virt_pool: { vm_storage_path: '/srv/second' } }
  await done(await api.admin.post(`/vm/v3/cluster/${cluster}/storage/${second}`, folder))
  id = (await done(await create({ name: 'mover' }, api.admin))).id
  const made = await host(id)
  disk = made.disk.id
  address = made.ip4[0].ip
  await guestIs('mover', address)
  await says('head -c 60000000 /dev/urandom > /root/big; sync')
  await says(`echo '${WRITER}' > /root/w.sh; setsid sh /root/w.sh < /dev/null > /dev/null 2>&1 &`)
})

it('is called off at half, and goes on from the old volume', async () => {
  const before = await sum()
  const answer = await move({ storage: second, limit_mbitps: 24 })
  const task = await until('half of the copy', async () => {
    const { body } = await api.admin.get(`/vm/v3/task?where=consul_id EQ ${answer.body.task}`)
    // The change log is the clock of `until`, and progress is no change.
    await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    const [found] = body.list
    expect(['created', 'running']).toContain(found?.status)
    // What the guest never wrote is counted, and passed over at the end: this is half of the rest.
    return found.percent >= 22 && found
  })
  await api.admin.post(`/vm/v3/task/${task.id}/abort`)
  expect(await ended(answer.body.task)).toMatchObject({ status: 'aborted' })
  expect(await read()).toMatchObject({ state: 'active', storage: { id: main }, reserved_storage2node: null })
  expect(await volumes('/srv/second')).toEqual([])
  const { live, defined } = await sources()
  expect(live).toMatch(/^\/vm\//)
  expect(defined).toBe(live)
  expect(await sum()).toBe(before)
  expect((await lines()).last).toBeGreaterThan(10)
})

it('moves while the guest writes, which loses nothing of it', async () => {
  const [before, wrote] = [await sum(), await lines()]
  await done(await move({ storage: second }))
  const { path } = await row()
  expect(path).toMatch(/^\/srv\/second\//)
  expect(await sources()).toEqual({ live: path, defined: path })
  expect(await volumes('/vm')).toEqual([])
  expect(await sum()).toBe(before)
  const now = await lines()
  expect(now.last).toBeGreaterThan(wrote.last)
  // Written on the new volume, and there after the power was cut.
  await says('sync')
  await power('stop')
  await power('start')
  await guestIs('mover', address)
  expect(await sum()).toBe(before)
  const after = await lines()
  expect(after.count).toBe(after.last)
  expect(after.last).toBeGreaterThanOrEqual(now.last)
})

it('one of a VM that is off moves on its node, and starts from there', async () => {
  const before = await sum()
  await power('stop')
  await done(await move({ storage: main, limit_mbitps: 4000 }))
  expect((await row()).path).toMatch(/^\/vm\//)
  expect(await volumes('/srv/second')).toEqual([])
  await power('start')
  await guestIs('mover', address)
  expect(await sum()).toBe(before)
})

it('a disk that the VM has given back goes to another node, and is the same there', async () => {
  const one = (await done(await api.admin.post(`/vm/v3/host/${id}/disk`, { size_mib: 64 }))).id
  await says('dd if=/root/big of=/dev/vdb bs=1M count=40 2>/dev/null; sync')
  await done(await api.admin.delete(`/vm/v3/host/${id}/disk/${one}`))
  const print = async (node: typeof node1) =>
    on(node, `qemu-img convert -O raw ${(await row(one)).path} /tmp/m.raw && md5sum < /tmp/m.raw; rm /tmp/m.raw`)
  const before = await print(node1)
  const target = await api.database.prisma.node.findFirstOrThrow({ where: { name: node2.name } })
  await done(await move({ node: target.id, storage: second }, one))
  expect(await row(one)).toMatchObject({ node_id: target.id, storage_id: second, state: 'active' })
  expect(await print(node2)).toBe(before)
  expect((await volumes('/vm')).filter((name) => name.includes(`-${one}-`))).toEqual([])
  await done(await api.admin.delete(`/vm/v3/disk/${one}`))
})

it('a file of images becomes the disk, and one that leads elsewhere does not', async () => {
  const { path } = await row()
  await power('stop')
  await on(
    node1,
    `mkdir -p /images; cd /images; qemu-img convert -O raw ${path} kept.raw; qemu-img create -q -f qcow2 -b ${path} -F qcow2 over.qcow2
     ln -s /etc/shadow secret.raw; ln -s ${path} other.qcow2; cp /etc/hostname none.qcow2; truncate -s 9G big.img`,
  )
  const restore = (file: string) => api.admin.post(`/vm/v3/disk/${disk}/restore_from_image`, { path: file })
  for (const file of ['/etc/shadow.raw', '/images/../vm/x.raw', '/images/x.vmdk', 'images/x.raw'])
    expect((await restore(file)).status, file).toBe(400)
  const refused = {
    '/images/over.qcow2': /refers to other files/,
    '/images/secret.raw': /outside the folders/,
    '/images/other.qcow2': /outside the folders/,
    '/images/none.qcow2': /is none/,
    '/images/big.img': /needs a disk of at least 9216 MiB/,
    '/images/gone.raw': /has no file/,
  }
  for (const [file, words] of Object.entries(refused))
    expect(await ended((await restore(file)).body.task), file).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(words) },
    })
  expect((await row()).path).toBe(path)
  await done(await restore('/images/kept.raw'))
  const now = (await row()).path ?? ''
  expect(now).not.toBe(path)
  expect(await volumes('/vm')).toEqual([now.split('/').at(-1)])
  await power('start')
  await guestIs('mover', address)
  expect(Number(await says('wc -c < /root/big'))).toBe(60_000_000)
  expect((await restore('/images/kept.raw')).status).toBe(409)
})
