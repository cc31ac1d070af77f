// npm run bench -- bare-metal: what the panel adds to the installation of a small system on a server that boots from the network, from the call to the
// first command over SSH: over what the same machine needs at least, which is to boot the live system, write the image and boot from its disk.
import path from 'node:path'
import { besideLab } from './lab.ts'

const plan = { nodes: 0, devices: { location: 1, server: 2 }, image: false }
const script = path.join(import.meta.dirname, 'bare-metal/measure.ts')
process.exit(await besideLab('bare-metal', plan, script, ['sshpass']))
