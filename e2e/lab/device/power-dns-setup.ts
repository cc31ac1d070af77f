import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { labDns } from '../name-servers.ts'

// Writes the configuration of the lab's PowerDNS and fills its database, which keeps all of its files in /run/names.
const folder = '/run/names'
const address = process.argv[2] ?? ''
const { update, update512, reader, zones, api } = labDns

writeFileSync(
  `${folder}/pdns.conf`,
  [
    'launch=gsqlite3',
    `gsqlite3-database=${folder}/pdns.sqlite3`,
    `socket-dir=${folder}`,
    `local-address=${address}`,
    'api=yes',
    `api-key=${api.key}`,
    'webserver=yes',
    `webserver-address=${address}`,
    `webserver-port=${api.port}`,
    'webserver-allow-from=0.0.0.0/0',
    'dnsupdate=yes',
    'allow-dnsupdate-from=0.0.0.0/0',
    // Answers at once show what was written.
    'cache-ttl=0',
    'query-cache-ttl=0',
    'negquery-cache-ttl=0',
    'zone-cache-refresh-interval=0',
  ].join('\n'),
)

const util = (...args: string[]) => execFileSync('pdnsutil', [`--config-dir=${folder}`, ...args], { stdio: 'inherit' })
for (const { name, algorithm, secret } of [update, update512, reader]) util('import-tsig-key', name, algorithm, secret)
for (const [file, zone] of Object.entries(zones)) {
  util('load-zone', zone, `${folder}/zones/${file}`)
  util('set-meta', zone, 'TSIG-ALLOW-DNSUPDATE', update.name, update512.name)
}
