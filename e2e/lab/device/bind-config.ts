import { labDns } from '../name-servers.ts'

// Prints the configuration of the lab's BIND, which keeps all of its files in /run/names.
const address = process.argv[2] ?? ''
const { update, update512, reader, zones } = labDns
const keys = [update, update512, reader].map(
  ({ name, algorithm, secret }) => `key "${name}" { algorithm ${algorithm}; secret "${secret}"; };`,
)
const held = Object.entries(zones).map(
  ([file, zone]) =>
    `zone "${zone}" { type primary; file "${file}"; allow-update { key "${update.name}"; key "${update512.name}"; }; };`,
)
const options = [
  'directory "/run/names";',
  'pid-file none;',
  `listen-on { ${address}; };`,
  'listen-on-v6 { none; };',
  'recursion no;',
  'notify no;',
  'dnssec-validation no;',
  'session-keyfile none;',
]
console.log([`options { ${options.join(' ')} };`, 'controls { };', ...keys, ...held].join('\n'))
