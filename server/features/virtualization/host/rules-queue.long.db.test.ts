import { expect, it } from 'vitest'
import { Prisma } from '../../../../generated/prisma/client.ts'
import { type HostCondition, hostActions } from '../../../domain/host/rules.ts'
import { cases, compare, isNow, people, ruledHost, t } from './rules-fixture.ts'

ruledHost()

const RESCUE = { system: 'Rescue', login_user: 'root', efi_boot: false }

it('the service answers as the rules say behind a queue, by what it will leave, up to its end', async () => {
  const different: string[] = []
  const entry = (leaves: HostCondition, more = {}) => ({ task: 1, action: 'host_start', leaves, ...more })
  const full = Array.from({ length: 17 }, () => entry('active'))
  for (const action of hostActions) {
    for (const [leaves, flag] of cases(action))
      different.push(...(await compare(action, { ...isNow('active'), ...flag, queue: [entry(leaves)] }, 'owner')))
    const plain = { ...isNow('active'), is_protected: false, extended_protection: false }
    for (const who of people) {
      different.push(...(await compare(action, { ...plain, queue: full.slice(1) }, who)))
      different.push(...(await compare(action, { ...plain, queue: full }, who)))
      different.push(...(await compare(action, { ...plain, queue: [entry('active', { owner: t.bob.id })] }, who)))
      for (const rescue of [RESCUE, Prisma.DbNull]) {
        different.push(...(await compare(action, { ...plain, rescue, queue: [] }, who)))
        for (const left of [true, false])
          different.push(
            ...(await compare(action, { ...plain, rescue, queue: [entry('active', { rescue: left })] }, who)),
          )
      }
    }
  }
  expect(different).toEqual([])
})
