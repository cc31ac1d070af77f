import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentLab, nodeDown, nodeUp } from '../../../../e2e/lab/api.ts'
import type { ImageRecord } from '../../../../e2e/lab/repository.ts'
import { possibleCapabilities } from '../../../domain/node/capabilities.ts'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { folderContract } from '../contract/folder.ts'
import { hypervisorContract } from '../contract.ts'
import { hypervisorDriver } from '../registry.ts'
import type { NodeConnection, NodeTarget } from '../types.ts'

const lab = currentLab()
const home = lab.nodes.find((one) => one.lxd)
if (!home) throw new Error('These tests need a node with LXD')
const images: ImageRecord[] = JSON.parse(readFileSync(join(lab.repository, 'index.json'), 'utf8')).images
const image = images.find(({ format }) => format === 'lxd')
if (!image) throw new Error('The repository of the lab has no container')
const driver = hypervisorDriver('lxd')
const connect = (target: NodeTarget): Promise<NodeConnection> => driver.connect(target, soon())
const target: NodeTarget = {
  address: home.address,
  port: home.ssh_port,
  username: home.user,
  auth: { password: home.password },
  hostKey: null,
}

folderContract(driver, target, '/var/lib/lxd-test-folder')

hypervisorContract('lxd', connect, {
  target,
  folder: '/var/lib/contract',
  bridge: 'vmbr0',
  accelerator: 'none',
  capabilities: ['nesting', 'process_number'],
  hasScreen: possibleCapabilities('lxd').includes('screen'),
  grows: 'freely',
  timesDisks: false,
  standsOnImages: false,
  exportsDisks: false,
  image: {
    ...{ bytes: readFileSync(join(lab.repository, image.file)), sha256: image.sha256, disk_mib: 64 },
    holds: { kind: 'archive', size_mib: image.virtual_size_mib },
  },
  guest: { user: image.login_user, loginPrompt: /login: $/, shellPrompt: /~ # /, bootMs: 30_000 },
  refusals: [
    {
      what: 'wrong password',
      target: { ...target, auth: { password: 'wrong' } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    {
      what: 'wrong key',
      target: { ...target, auth: { privateKey: generateKeyPair('stranger').privateKey } },
      code: 'device_rejected',
      words: /rejected the sign-in/,
    },
    {
      what: 'nothing listens',
      target: { ...target, port: 23 },
      code: 'device_unreachable',
      words: /does not accept connections/,
    },
    {
      what: 'another host key',
      target: { ...target, hostKey: `SHA256:${'A'.repeat(43)}` },
      code: 'device_rejected',
      words: /host key of the node changed/,
    },
  ],
  silence: {
    begin: () => nodeDown(lab, home.index, 'network'),
    end: () => nodeUp(lab, home.index, 'network'),
  },
})
