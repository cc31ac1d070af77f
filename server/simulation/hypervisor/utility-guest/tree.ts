/** A file, a folder, or what a link leads to. */
export type Node = { text: string } | { entries: Map<string, Node> } | { link: string }

const file = (text: string): Node => ({ text })
const folder = (entries: Record<string, Node>): Node => ({ entries: new Map(Object.entries(entries)) })

/** What a simulated disk holds: an installation as they are met, with names that are hard to show. */
export const installation = (): Node =>
  folder({
    bin: { link: 'usr/bin' },
    boot: folder({ 'vmlinuz-6.1.0': file('kernel\n'.repeat(500)), 'initrd.img-6.1.0': file('initrd\n'.repeat(900)) }),
    etc: folder({
      hostname: file('web-1\n'),
      'machine-id': file('5d3c1a52c55b4dbf9a2f6dbe1f0d8f5c\n'),
      'os-release': file('PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'),
      passwd: file('root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/bash\n'),
      ssh: folder({
        sshd_config: file('PermitRootLogin prohibit-password\n'),
        ssh_host_ed25519_key: file('a private key\n'),
        'ssh_host_ed25519_key.pub': file('ssh-ed25519 AAAA root@web-1\n'),
      }),
    }),
    home: folder({
      ada: folder({
        '.bash_history': file('sudo systemctl restart nginx\n'),
        '.ssh': folder({ authorized_keys: file('ssh-ed25519 AAAA ada@example.com\n') }),
        'notes – draft.txt': file('Call the supplier on Monday.\n'),
        'two\nlines.txt': file('A name with a line end.\n'),
      }),
    }),
    srv: folder({
      many: folder(
        Object.fromEntries(
          Array.from({ length: 650 }, (_, i) => [`report-${i + 1}.csv`, file(`day,visits\n${i},${i * 7}\n`)]),
        ),
      ),
      www: folder({ 'index.html': file('<!doctype html><title>It works</title>\n'), empty: folder({}) }),
    }),
    tmp: folder({ 'session.tmp': file('x') }),
    var: folder({
      log: folder({ 'auth.log': file('Nov 20 10:00:00 web-1 sshd[1]: accepted\n') }),
      lib: folder({ cloud: folder({ 'instance-id': file('i-1\n') }) }),
    }),
  })

/** Of a path from the root, '' being the root itself; undefined when there is none. */
export function nodeAt(root: Node, path: string): Node | undefined {
  let at: Node | undefined = root
  for (const name of path === '' ? [] : path.split('/')) at = at && 'entries' in at ? at.entries.get(name) : undefined
  return at
}
