// npm run bench -- bare-metal-debian: Debian 12 in full on a server that boots from the network, by an operation, until SSH answers: seconds of each step,
// and how fast its image is written and compared against writing it alone. The image is built first, unless it is in the cache of the lab.
import path from 'node:path'
import { ensureDebian } from './bare-metal/debian-image.ts'
import { besideLab } from './lab.ts'

const plan = { nodes: 0, devices: { location: 1, server: 2 }, image: false }
const script = path.join(import.meta.dirname, 'bare-metal/measure-debian.ts')
// Inside a lab there are no packages to be had.
if (process.getuid?.() === 0) await ensureDebian()
process.exit(await besideLab('bare-metal-debian', plan, script, ['sshpass', 'mmdebstrap']))
