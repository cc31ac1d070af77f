// npm run bench -- guests: what backups do to a guest on a real node. How soon one that is restored at once shows its prompt to sign in, against
// an ordinary start, and how much slower the disk of a busy one is while a backup reads it. BENCH_MIB: random content of its disk (128).
import path from 'node:path'
import { besideNode } from './lab.ts'

process.exit(await besideNode('guests', path.join(import.meta.dirname, 'guests/measure.ts')))
