import type { OfferedRecipe } from '../../../../domain/recipe/schema.ts'

/** A script that comes with the panel; its text is in `<file>.sh` beside this file. */
type Shipped = Omit<OfferedRecipe, 'script'> & { file: string }
type Param = NonNullable<OfferedRecipe['params']>[number]

const debian = [
  { entity: 'os', expression: 'Debian%' },
  { entity: 'os', expression: 'Ubuntu%' },
]
const input = (name: string, description: string, required = false): Param => ({ name, description, required })
const choice = (name: string, description: string, values: readonly [string, string][]): Param => ({
  name,
  description,
  type: 'select',
  select_values: values.map(([value, words]) => ({ name: value, description: words })),
})

export const shippedRecipes: readonly Shipped[] = [
  {
    file: 'nginx',
    name: 'nginx',
    description: 'Web server with one site, answering on port 80',
    tags: ['web'],
    script_filter: debian,
    params: [
      input('SITE_NAME', 'Host name of the site; empty: any name'),
      input('SITE_ROOT', 'Folder of its files; empty: /var/www/site'),
    ],
  },
  {
    file: 'docker',
    name: 'Docker',
    description: 'Docker Engine and Compose from the packages of the distribution',
    tags: ['containers'],
    script_filter: debian,
    params: [input('DOCKER_USER', 'Account that may use Docker, which makes it as powerful as root; empty: none')],
  },
  {
    file: 'postgresql',
    name: 'PostgreSQL',
    description: 'Database server with one database and its owner',
    tags: ['database'],
    script_filter: debian,
    params: [
      input('DB_NAME', 'Name of the database', true),
      input('DB_USER', 'Name of its owner', true),
      input('DB_PASSWORD', 'Password of the owner', true),
      input('LISTEN_NETWORK', 'Network that may connect, such as 10.0.0.0/8; empty: the VM itself only'),
    ],
  },
  {
    file: 'mariadb',
    name: 'MariaDB',
    description: 'Database server with one database and its user',
    tags: ['database'],
    script_filter: debian,
    params: [
      input('DB_NAME', 'Name of the database', true),
      input('DB_USER', 'Name of its user', true),
      input('DB_PASSWORD', 'Password of the user', true),
    ],
  },
  {
    file: 'redis',
    name: 'Redis',
    description: 'In-memory store that answers to the VM itself only',
    tags: ['database'],
    script_filter: debian,
    params: [
      input('REDIS_MEMORY_MB', 'Most memory in MB; empty: half of that of the VM'),
      choice('REDIS_POLICY', 'What happens when the memory is full', [
        ['noeviction', 'Writing is refused'],
        ['allkeys-lru', 'What was not used for longest goes'],
        ['volatile-lru', 'The same, of keys that expire'],
      ]),
    ],
  },
  {
    file: 'wireguard',
    name: 'WireGuard',
    description: 'VPN server with one client, whose configuration is put into /root',
    tags: ['network'],
    script_filter: debian,
    params: [
      input('WG_PORT', 'UDP port; empty: 51820'),
      input('WG_NETWORK', 'First three numbers of the network inside; empty: 10.66.0'),
    ],
  },
  {
    file: 'node-exporter',
    name: 'Node exporter for Prometheus',
    description: 'Figures of the guest on port 9100',
    tags: ['monitoring'],
    script_filter: debian,
    params: [input('LISTEN_ADDRESS', 'Address and port to answer on; empty: :9100')],
  },
  {
    file: 'fail2ban',
    name: 'fail2ban',
    description: 'Bans addresses that try passwords over SSH',
    tags: ['security'],
    script_filter: debian,
    params: [
      input('BAN_TIME', 'How long, such as 10m or 1h; empty: 1h'),
      input('MAX_TRIES', 'Failed attempts until then; empty: 5'),
      input('IGNORE_ADDRESSES', 'Addresses and networks that are never banned, with spaces between them'),
    ],
  },
  {
    file: 'swap-file',
    name: 'Swap file',
    description: 'A file to swap to, used at once and after each start',
    tags: ['system'],
    params: [
      input('SWAP_MIB', 'Size in MiB', true),
      input('SWAPPINESS', 'How readily the system swaps, 0 to 100; empty: as it is'),
    ],
  },
  {
    file: 'automatic-updates',
    name: 'Automatic updates',
    description: 'Security updates are installed every day',
    tags: ['security'],
    script_filter: debian,
    params: [
      choice('REBOOT', 'Restart by itself when an update needs it', [
        ['no', 'Never'],
        ['yes', 'At the time below'],
      ]),
      input('REBOOT_TIME', 'Time of a restart, such as 04:00; empty: 04:00'),
    ],
  },
]
