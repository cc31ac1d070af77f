import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { asks } from '../../../protocols/kea/dhcp-client-fixture.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { sshStore } from '../ssh-store.ts'
import { faultsOf, onControlHost, traces } from './boot-lab-fixture.ts'
import { onBootHost } from './find.ts'
import { applyDhcp, keaOf } from './kea.ts'
import { asServer, controlHost, macs, must, on, services, target, ticket, WEB } from './lab-fixture.ts'
import { otherDhcp } from './other-dhcp.ts'
import { listenForBootRequests } from './panel-socket.ts'
import { ARTEFACTS, NGINX_CONF, RUN, SERVICES, TFTP_CONF } from './places.ts'
import { removeBoot, setUpBoot } from './set-up.ts'

// How what was set up on a control host is watched, mended and taken away.
const at = onControlHost()
beforeAll(async () => {
  await setUpBoot(at.host, services(), soon())
})

test('a service that ends is started again, and one that is not kept is a fault that is mended', async () => {
  const pid = async () => Number(await must(['cat', `${RUN}/dhcp.pid`]))
  const first = await pid()
  await must(['kill', '-9', String(first)])
  await expect.poll(async () => (await on(['cat', `${RUN}/dhcp.pid`])).stdout.trim()).not.toBe(String(first))
  await expect.poll(() => faultsOf(at.host)).toEqual({})
  await must(['sh', '-c', `kill -9 $(cat ${RUN}/dhcp.supervisor.pid) $(cat ${RUN}/dhcp.pid)`])
  expect(await faultsOf(at.host)).toEqual({ dhcp: 'The DHCP server does not run on the control host' })
  // A supervisor alone leaves a service that nothing would start again.
  await must(['sh', '-c', `kill -9 $(cat ${RUN}/web.supervisor.pid)`])
  expect(Object.keys(await faultsOf(at.host))).toEqual(['dhcp', 'web'])
  expect(await setUpBoot(at.host, services(), soon())).toEqual(['services'])
  expect(await faultsOf(at.host)).toEqual({})
  expect((await at.ask(macs.known))?.ip).toBe('10.77.0.11')
})

test('what was changed by hand is found and undone', async () => {
  await must(['sh', '-c', `echo '# mine' >> ${NGINX_CONF}; rm ${TFTP_CONF}; chmod 777 ${SERVICES}`])
  expect((await faultsOf(at.host)).files).toBe(
    `${NGINX_CONF} was changed by hand, ${TFTP_CONF} is missing, ${SERVICES} was changed by hand`,
  )
  expect(await setUpBoot(at.host, services(), soon())).toEqual(['files'])
  await must(['sh', '-c', 'echo x > /var/lib/datahall/boot/tftp/snponly.efi'])
  expect((await faultsOf(at.host)).files).toContain('snponly.efi differs')
  expect(await setUpBoot(at.host, services(), soon())).toEqual(['programs'])
  const { Dhcp4 } = await keaOf(at.host).config({ signal: soon() })
  await keaOf(at.host).set({ Dhcp4: { ...Dhcp4, subnet4: [] } }, { signal: soon() })
  expect((await faultsOf(at.host)).dhcp).toContain('another configuration')
  expect(await setUpBoot(at.host, services(), soon())).toEqual(['services'])
  expect(await faultsOf(at.host)).toEqual({})
})

test('a disk that is full is a fault, and nothing is brought to it', async () => {
  await must(['mount', '-t', 'tmpfs', '-o', 'size=64M,mode=755', 'small', ARTEFACTS])
  try {
    expect(await faultsOf(at.host)).toEqual({ disk: 'The disk of the control host is full: 64 MiB are free' })
    const open = async () => Readable.from([])
    const small = { sha256: '0'.repeat(64), bytes: 1000, url: null, open }
    await expect(sshStore(at.host.ssh, ARTEFACTS).put(small, soon(), () => {})).rejects.toThrow('64 MiB free')
  } finally {
    await must(['umount', ARTEFACTS])
  }
  expect(await faultsOf(at.host)).toEqual({})
})

test('another port is taken over by a start of the web server alone', async () => {
  const other = { ...services(), web: { addresses: ['10.77.0.1'], port: 8081 } }
  const dhcp = await must(['cat', `${RUN}/dhcp.pid`])
  expect(await setUpBoot(at.host, other, soon())).toEqual(['files', 'services'])
  expect(
    (await asServer(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', 'http://10.77.0.1:8081/alive'])).stdout,
  ).toBe('204')
  expect(await must(['cat', `${RUN}/dhcp.pid`])).toBe(dhcp)
  await setUpBoot(at.host, services(), soon())
})

test('another DHCP server in the segment is found', async () => {
  const rogue = [
    'dnsmasq',
    '--conf-file=/dev/null',
    '--port=0',
    '--interface=card0',
    '--bind-interfaces',
    '--user=root',
  ]
  const range = ['--dhcp-range=10.77.0.100,10.77.0.120,60', '--dhcp-leasefile=/tmp/rogue', '--pid-file=/tmp/rogue.pid']
  await asServer(['ip', 'address', 'replace', '10.77.0.9/24', 'dev', 'card0'])
  expect((await asServer([...rogue, ...range])).code).toBe(0)
  const found = await faultsOf(at.host, { segment: true, content: false })
  await must(['sh', '-c', 'kill $(cat /tmp/rogue.pid); rm -f /tmp/rogue /tmp/rogue.pid'])
  expect(found).toEqual({ segment: expect.stringMatching(/10\.77\.0\.9 \([0-9a-f:]{17}\) at prov0/) })
  expect(await faultsOf(at.host, { segment: true, content: false })).toEqual({})
})

test('an interface without a cable, and one that is gone, do not keep others from being looked at', async () => {
  await must(['ip', 'link', 'add', 'down0', 'type', 'veth', 'peer', 'name', 'down1'])
  try {
    expect(await otherDhcp(at.host, ['down0', 'gone0', 'prov0'], soon())).toEqual([])
    await must(['ip', 'link', 'set', 'down0', 'up'])
    expect(await otherDhcp(at.host, ['down0', 'prov0'], soon())).toEqual([])
  } finally {
    await must(['ip', 'link', 'delete', 'down0'])
  }
})

test('failures are in words', async () => {
  const wrong = target({ username: 'root', password: 'not-this-one' })
  await expect(onBootHost(wrong, soon(), async () => {})).rejects.toMatchObject({
    code: 'device_rejected',
    message: expect.stringContaining('rejected the sign-in'),
  })
  const bad = services()
  const [subnet] = bad.dhcp.subnets
  const of = { ...bad, dhcp: { ...bad.dhcp, subnets: [{ ...subnet!, cidr: 'here' }] } }
  await expect(onBootHost(target(), soon(), (asked) => applyDhcp(asked, of, soon()))).rejects.toMatchObject({
    code: 'device_rejected',
    message: expect.stringMatching(/DHCP server of the control host rejected it: .*here/),
  })
  expect(await faultsOf(at.host)).toEqual({})
})

test('removal leaves nothing', async () => {
  await removeBoot(at.host, false, soon())
  expect(await traces()).toBe(at.before)
  // What is not there is as good.
  await removeBoot(at.host, false, soon())
})

test('an account with sudo is as good as root', async () => {
  const hash = await must(['openssl', 'passwd', '-6', 'Operator-1'])
  await must(['useradd', '-m', '-s', '/bin/bash', '-p', hash.trim(), 'keeper'])
  try {
    const account = { username: 'keeper', password: 'Operator-1' }
    await expect(controlHost(account)).rejects.toThrow('without a password')
    await must(['sh', '-c', 'echo "keeper ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/keeper'])
    const other = await controlHost(account)
    expect(other.facts).toMatchObject({ user: 'keeper', sudo: true })
    expect(await setUpBoot(other, services(), soon())).toHaveLength(5)
    expect(await setUpBoot(other, services(), soon())).toEqual([])
    expect(await faultsOf(other, { segment: true, content: true })).toEqual({})
    await applyDhcp(other, services({ ticket }), soon())
    expect((await at.ask(macs.known, asks.bios))?.boot_file).toBe('undionly.kpxe')
    const listener = await listenForBootRequests(
      other,
      (stream) => stream.end('HTTP/1.1 204 No Content\r\n\r\n'),
      soon(),
    )
    await asServer(['ip', 'address', 'replace', '10.77.0.9/24', 'dev', 'card0'])
    const said = await asServer(['curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', `${WEB}/boot/hello`])
    expect(said.stdout).toBe('204')
    await listener.close()
    await removeBoot(other, false, soon())
    expect((await on(['test', '-e', '/etc/datahall/boot'])).code).toBe(1)
    other.ssh.close()
  } finally {
    await on(['sh', '-c', 'rm -f /etc/sudoers.d/keeper; userdel -rf keeper'])
  }
})
