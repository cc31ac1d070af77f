import { it } from 'vitest'
import { everyPlace } from '../../../../e2e/support/kill-places.ts'
import { beginRounds, roundsKilledAt } from './round-killed-fixture.ts'

// Where something is removed from a location; round-killed.long.db.test.ts has the other writes of a round.
const places = everyPlace([
  ...['begin remove_COPY', 'end remove_COPY', 'begin collect', 'end collect', 'begin note_collected'],
])
beginRounds(places.length)

it('a round removes what is over and keeps what is wanted, wherever the worker was killed', () =>
  roundsKilledAt(places))
