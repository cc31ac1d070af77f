// npm run bench, P1, P2 and P5 as a machine's screen is really reached: its VNC port listens on the loopback of the node only, so our
// side goes through the node's SSH connection, and the reference is websockify with an OpenSSH tunnel (ssh -L).
import path from 'node:path'
import { besideNode } from './lab.ts'
import { referencePackages } from './relay/sides.ts'

process.exit(await besideNode('consoles', path.join(import.meta.dirname, 'relay/through-ssh.ts'), referencePackages))
