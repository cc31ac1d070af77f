import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeDown, nodeUp } from '../../../../e2e/lab/api.ts'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'
import { folderContract } from '../contract/folder.ts'
import { hypervisorContract } from '../contract.ts'
import { connect, driver, lab, target } from './lab-fixture.ts'

const [image] = JSON.parse(readFileSync(join(lab.repository, 'index.json'), 'utf8')).images

folderContract(driver, target, '/var/lib/kvm-test-folder')

hypervisorContract('kvm', connect, {
  target,
  folder: '/var/lib/contract',
  bridge: 'vmbr0',
  accelerator: 'tcg',
  capabilities: ['efi_boot', 'secure_boot', 'spice'],
  hasScreen: true,
  grows: 'within_room',
  timesDisks: true,
  standsOnImages: true,
  exportsDisks: true,
  image: {
    bytes: readFileSync(join(lab.repository, image.file)),
    sha256: image.sha256,
    disk_mib: image.virtual_size_mib + 64,
    holds: { kind: 'disk', format: 'qcow2', size_mib: image.virtual_size_mib },
  },
  guest: { user: image.login_user, loginPrompt: /login: $/, shellPrompt: /~ # /, bootMs: 90_000 },
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
      what: 'no key at all',
      target: { ...target, auth: { privateKey: 'nonsense' } },
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
      what: 'nobody there',
      target: { ...target, address: '10.90.0.99' },
      code: 'device_unreachable',
      words: /does not accept connections|did not answer/,
    },
    {
      what: 'another host key',
      target: { ...target, hostKey: `SHA256:${'A'.repeat(43)}` },
      code: 'device_rejected',
      words: /host key of the node changed/,
    },
  ],
  silence: { begin: () => nodeDown(lab, 1, 'network'), end: () => nodeUp(lab, 1, 'network') },
})
