import { expect, test } from 'vitest'
import { isHourOf } from './hours.ts'
import { showsLoginPrompt } from './login-prompt.ts'
import { rehearsalPlan } from './schema.ts'

const boot = '[    0.0] Linux version 6.1.0\n[  1.2] random: crng init done\nStarting Login Service...\n'

test.each([
  ['nothing', '', false],
  ['a guest that boots', boot, false],
  ['a prompt', `${boot}\nDebian GNU/Linux 12 web ttyS0\n\nweb login: `, true],
  ['a prompt without its space', `${boot}\nweb login:`, true],
  ['a message of the kernel behind it', `${boot}\nweb login: [   12.3] IPv6: eth0: link becomes ready`, true],
  ['a panic behind it', `${boot}\nweb login: \n[   14.0] Kernel panic - not syncing`, false],
  ['another start behind it', `${boot}\nweb login: \n${boot}`, false],
  ['the prompt of that start', `${boot}\nweb login: \n${boot}\nweb login: `, true],
  ['a rescue shell', `${boot}\nYou are in emergency mode. Give root password for maintenance`, false],
  ['a sentence with the word', `${boot}\nsystemd: the last login: was yesterday`, false],
])('%s', (_, log, shows) => {
  expect(showsLoginPrompt(log)).toBe(shows)
})

test('hours of the plan may go over midnight, and may be all', () => {
  const hours = (from_hour: number, until_hour: number) => {
    const plan = rehearsalPlan.parse({ from_hour, until_hour })
    return [...Array(24).keys()].filter((hour) => isHourOf(plan, hour))
  }
  expect(hours(1, 4)).toEqual([1, 2, 3])
  expect(hours(22, 2)).toEqual([0, 1, 22, 23])
  expect(hours(3, 3)).toHaveLength(24)
})
