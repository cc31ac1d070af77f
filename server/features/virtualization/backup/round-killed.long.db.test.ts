import { it } from 'vitest'
import { placesAt } from '../../../../e2e/support/kill-places.ts'
import { beginRounds, roundsKilledAt } from './round-killed-fixture.ts'

// All writes of a round but those of round-killed.db.test.ts.
beginRounds()

it('a round clears what is over and keeps what is wanted, wherever the worker was killed', () =>
  roundsKilledAt(
    placesAt([
      ...['begin mark', 'begin removing_COPY', 'begin forget_COPY', 'begin forget'],
      ...['begin verify', 'end verify', 'begin note_verified', 'outcome', 'finish'],
    ]),
  ))
