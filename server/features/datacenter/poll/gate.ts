import { setTimeout as pause } from 'node:timers/promises'
import { log } from '../../../process/log.ts'
import type { Slots } from './slots.ts'

/** Between two looks for a slot while other processes have them all. */
const LOOK_MS = 200

type Waiting = { enter(slot: number): void; fail(fault: unknown): void }

/**
 * Limits how many devices of a location are polled at once among all processes; in this process in order of arrival. A
 * slot is handed on without the database, until there are no waiters or another process wants one.
 */
export class Gate {
  readonly #place: number
  readonly #slots: Slots
  readonly #held = new Set<number>()
  readonly #waiting: Waiting[] = []
  #limit = 1
  #looking = false
  #wanted = false
  #gave = false

  constructor(place: number, slots: Slots) {
    this.#place = place
    this.#slots = slots
  }

  /** Another process waits: it gets the next slot that is done with. */
  wanted() {
    this.#wanted = true
  }

  /** Runs `act` when it is its turn. @throws the signal's reason when it is called off while waiting */
  async pass<T>(limit: number, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    this.#limit = Math.max(1, limit)
    const slot = await this.#turn(signal)
    try {
      return await act()
    } finally {
      await this.#leave(slot)
    }
  }

  #turn(signal: AbortSignal): Promise<number> {
    return new Promise((resolve, reject) => {
      const mine: Waiting = {
        enter(slot) {
          signal.removeEventListener('abort', give)
          resolve(slot)
        },
        fail(fault) {
          signal.removeEventListener('abort', give)
          reject(fault)
        },
      }
      const give = () => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1)
        reject(signal.reason)
      }
      this.#waiting.push(mine)
      signal.addEventListener('abort', give, { once: true })
      void this.#look()
    })
  }

  /** A released slot goes to the first waiter, unless other processes want it or the limit is lower by now. */
  async #leave(slot: number) {
    const next = this.#wanted || slot >= this.#limit ? undefined : this.#waiting.shift()
    if (next) return next.enter(slot)
    this.#gave = this.#wanted
    this.#wanted = false
    await this.#giveBack(slot)
    void this.#look()
  }

  async #giveBack(slot: number) {
    await this.#slots.free(this.#place, slot).catch((err) => log.warn({ err }, 'a slot was not given back'))
    this.#held.delete(slot)
  }

  /** Gets slots for those who wait, one after the other, as long as there may be more. */
  async #look() {
    if (this.#looking) return
    this.#looking = true
    while (this.#waiting.length > 0 && this.#held.size < this.#limit) {
      // Who wants what was just given up looks now and then, and shall find it.
      if (this.#gave) await pause(LOOK_MS * 2)
      this.#gave = false
      try {
        const slot = await this.#slots.take(this.#place, this.#limit, [...this.#held])
        if (slot === null) {
          this.#slots.want(this.#place)
          await pause(LOOK_MS)
          continue
        }
        this.#held.add(slot)
        const next = this.#waiting.shift()
        if (next) next.enter(slot)
        else await this.#giveBack(slot)
      } catch (fault) {
        this.#waiting.shift()?.fail(fault)
      }
    }
    this.#looking = false
  }
}
