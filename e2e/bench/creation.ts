// npm run bench: what the panel adds to a creation. From the API call to the running machine on a real node, less what libvirt's
// own define and start take for the same machine in the same round.
import path from 'node:path'
import { besideNode } from './lab.ts'

process.exit(await besideNode('creation', path.join(import.meta.dirname, 'creation/measure.ts')))
