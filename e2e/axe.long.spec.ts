import { walk } from './support/looks.ts'
import { test } from './support/panel.ts'
import { places } from './support/places.ts'

for (const [group, ofGroup] of Object.entries(places))
  test(`accessible: ${group}`, async ({ page, signIn, rest, axe, expectFaults }) => {
    test.setTimeout(2_400_000)
    await walk(ofGroup, { page, signIn, rest, axe, expectFaults })
  })
