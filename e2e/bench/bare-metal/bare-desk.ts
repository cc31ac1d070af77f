// What answers a machine in place of the panel, as little as can be: a script for all, a session for all, one job. In the network of the control host;
// started by ./bare.ts, which it tells by a line when the machine asks for its job.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { sessionArchive } from '../../../server/live-system/machine-fixture.ts'
import { encodeJob } from '../../../server/protocols/netboot/job.ts'

/** On standard input. */
export type BareDesk = { address: string; port: number; script: string; job: [name: string, value: string][] }

const { address, port, script, job }: BareDesk = JSON.parse(readFileSync(0, 'utf8'))
const session = sessionArchive(`http://${address}:${port}`, '0'.repeat(64))

createServer((request, response) => {
  // Read to its end, or the machine's next request on this connection would begin in the midst of it.
  request.resume()
  request.on('end', () => {
    const answers: Record<string, string | Buffer> = {
      '/script': script,
      '/session': session,
      '/boot/hello': encodeJob(job),
      '/boot/progress': '',
      '/boot/result': 'next stay\n',
    }
    const answer = answers[request.url ?? '']
    if (request.url === '/boot/hello') console.log('hello')
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
}).listen(port, address, () => console.log('listens'))
