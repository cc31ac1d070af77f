import { dirname } from 'node:path'
import { currentLab, inDevice, labDevices } from '../lab/api.ts'
import { labSignIn } from '../lab/device.ts'
import { ensureLiveSystem } from '../lab/live-system.ts'
import { sizes } from './lab-controllers.ts'
import type { RestAnswer, RestClient } from './rest-client.ts'

/** Of the provisioning network of the lab's location, and of the server in it. */
const NET = '10.91.0.0/24'
const GATEWAY = '10.91.0.1'
const ADDRESS = '10.91.0.11'
const RANGE = { first: '10.91.0.200', last: '10.91.0.250' }

/** What the recipes' indexes offer for the lab. */
const OFFERED = ['Live system (diag)', 'Small Linux']

/** A folder with an index of templates, and which of them is put into the location. */
type Repository = { folder: string; name: string }

/**
 * All that an administrator does before the first installation, by documented operations alone: a location whose control host serves
 * DHCP and files, a server with controller, network card and address, repositories of templates and the templates there.
 */
export async function labLocation(admin: RestClient, name: string, more: readonly Repository[] = []) {
  const [site] = labDevices(currentLab(), 'location')
  const [machine] = labDevices(currentLab(), 'server')
  if (!site?.host || !machine?.hardware)
    throw new Error('These tests need a server: lab.ts up --nodes 1 --locations 1 --servers 1')
  const { hardware } = machine

  /** What was accepted, when its tasks have ended well. */
  async function done({ status, body }: RestAnswer) {
    if (status !== 200) throw new Error(JSON.stringify(body))
    for (const task of [body.task ?? body.tasks ?? []].flat()) {
      const row = await admin.ended(task)
      if (row.status !== 'complete') throw new Error(`Task ${task}: ${JSON.stringify(row.error)}`)
    }
    return body
  }
  const post = async (path: string, body: object) => done(await admin.post(path, body))

  const way = { ssh_address: site.address, ssh_port: 22, ssh_user: 'root', password: site.host.password }
  const { id: location } = await post('/dci/v3/location', { name, ...way })
  const { id: net } = await post('/vm/v3/ipnet', { name: NET, gateway: GATEWAY, location })
  const { id: pool } = await post('/dci/v3/ipmgr/ippool', { name, location })
  await post(`/vm/v3/ippool/${pool}/range`, { name: `${ADDRESS}-${ADDRESS}` })
  const { id: cpu_socket } = await post('/dci/v3/cpu_socket', { name })
  const { id: platform } = await post('/dci/v3/platform', {
    name,
    type: 'server',
    server_size: 1,
    cpu_socket,
    ...sizes,
  })
  const { id: rack } = await post(`/dci/v3/location/${location}/rack`, { name: 'P01', size: 4 })
  const { id: server } = await post('/dci/v3/server', {
    ...{ name: machine.name, platform, rack, unit: 1 },
    mac: [hardware.mac],
  })
  await post(`/dci/v3/server/${server}/ip`, { domain: '', family: 'ipv4', ip_net: net, ip_name: ADDRESS })
  const { username, password } = labSignIn.bmc
  const { id: controller } = await post(`/dci/v3/server/${server}/ipmi`, {
    type: 'ipmi',
    ip: machine.address,
    username,
    password,
  })
  await post(`/dci/v3/ipmi/${controller}/poll`, {})
  await post(`/dci/v3/location/${location}/setup`, { dhcp: { interfaces_4: ['prov0'], ranges: [RANGE] } })

  const built = await ensureLiveSystem()
  const repositories: number[] = []
  for (const folder of [built.folder, dirname(built.small), ...more.map((one) => one.folder)]) {
    const { id } = await post('/vm/v3/repository', { name: `${name} ${repositories.length}`, url: `file://${folder}` })
    repositories.push(id)
  }
  const offered = (await admin.get('/dci/v3/os_template?limit=0,1000')).body.list as { id: number; name: string }[]
  const wanted = offered.filter((one) => [...OFFERED, ...more.map((each) => each.name)].includes(one.name))
  await post(`/dci/v3/location/${location}/os_template`, { os_templates: wanted.map(({ id }) => id) })
  return {
    site,
    machine,
    server,
    /** As the controller has told it, which is what is typed before disks are erased. */
    serial: hardware.serial,
    /** Number of a template that is there. */
    template: (name: string) => wanted.find((one) => one.name === name)?.id,
    address: ADDRESS,
    /** Runs words in the server over SSH, from the control host, since the panel does not reach it. */
    async inServer(secret: string, ...words: string[]): Promise<string> {
      const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=30']
      const ssh = ['sshpass', '-p', secret, 'ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${ADDRESS}`]
      return (await inDevice(site, [...ssh, ...words])).stdout.trim()
    },
    async close() {
      await admin.post(`/dci/v3/server/${server}/power`, { power: 'off' })
      await done(await admin.delete(`/dci/v3/location/${location}/setup`))
      await done(await admin.delete(`/dci/v3/server/${server}`))
      await done(await admin.delete(`/dci/v3/rack/${rack}`))
      await done(await admin.delete(`/vm/v3/ippool/${pool}`))
      await done(await admin.delete(`/vm/v3/ipnet/${net}`))
      await done(await admin.delete(`/dci/v3/location/${location}`))
      for (const id of repositories) await done(await admin.delete(`/vm/v3/repository/${id}`))
    },
  }
}
