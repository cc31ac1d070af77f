import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { name, type Suite } from './suite.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIN2YV8xJ4m0P0B1oTzq6xv2u7mH0t1l0Yk9bM5w8cQeR'

/** What is asked of the guest of a domain that runs: passwords, keys, its agent. */
export function guestContract(suite: Suite): void {
  const { env } = suite
  const { hasScreen } = env

  if (hasScreen)
    test('changes the password of its screen while it runs', async () => {
      await suite.node.setVncPassword(name, 'changed1', soon())
      await expect(suite.node.setVncPassword(name, 'longer than eight', soon())).rejects.toMatchObject({
        code: 'invalid_input',
      })
    })

  test("changes a user's password while it runs", async () => {
    // The agent starts a moment after the login prompt.
    const set = () => suite.node.setGuestPassword(name, env.guest.user, 'other "ü" one', soon())
    await expect.poll(() => set().then(() => 'set', String), { timeout: 20_000, interval: 250 }).toBe('set')
  })

  test('has SSH keys of a user added and removed while it runs', async () => {
    const { user } = env.guest
    // In which order is the agent's business.
    const read = async () => (await suite.node.guestSshKeys(name, user, soon())).sort()
    const change = (add: string[], remove: string[]) =>
      suite.node.changeGuestSshKeys(name, user, { add, remove }, soon())
    const before = await read()
    const [one, two] = ['one', 'two'].map((word) => `${KEY} ${word}@contract`) as [string, string]
    await change([one, two], [])
    await change([one], [])
    expect(await read()).toEqual([...before, one, two].sort())
    await change([], [one])
    await change([], [one])
    expect(await read()).toEqual([...before, two].sort())
    await change([], [two])
    expect(await read()).toEqual(before)
  })

  if (hasScreen)
    test('has an agent that answers', async () =>
      expect(await suite.node.repairGuestAgent(name, soon())).toEqual({ found: 'answers' }))
}
