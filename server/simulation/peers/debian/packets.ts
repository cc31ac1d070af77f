import type { Packets } from '../../../protocols/kea/client.ts'

/** Mean of a rate a second, and two waves around it: how far, in how many seconds. */
type Rate = { mean: number; waves: readonly { height: number; seconds: number }[] }
const answered: Rate = {
  mean: 0.55,
  waves: [
    { height: 0.15, seconds: 2_700 },
    { height: 0.1, seconds: 410 },
  ],
}
const unanswered: Rate = { mean: 0.07, waves: [{ height: 0.05, seconds: 900 }] }

/** What has come since 1970 at a rate: its integral, which never falls because the waves are lower than the mean. */
const since = ({ mean, waves }: Rate, seconds: number) =>
  waves.reduce((sum, wave) => {
    const turn = (2 * Math.PI) / wave.seconds
    return sum - (wave.height / turn) * Math.cos(turn * seconds)
  }, mean * seconds)

/** Packets that a simulated DHCP server has seen up to a time, seconds since 1970. */
export function simulatedPackets(seconds: number): Packets {
  const sent = Math.floor(since(answered, seconds))
  return { received: sent + Math.floor(since(unanswered, seconds)), sent }
}
