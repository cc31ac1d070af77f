type Named = { id: number; name: string }

/** The most that is worth proposing. */
const MOST = 3
/** Words that do not identify a model. */
const empty = new Set(['server', 'system', 'the', 'inc', 'corp', 'corporation', 'sff', 'lff', 'u', 'bay', 'bays'])

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[a-z]*\d[a-z\d]*|[a-z]+/g) ?? []).filter((word) => !empty.has(word))

/** Model names contain digits; the vendor alone matches all of its models. */
const weight = (word: string) => (/\d/.test(word) && word.length > 2 ? 4 : 1)

const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')
/** Whether one is written within the other, whole. */
function within(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  return short.length >= 4 && long.includes(short)
}

/**
 * Platforms whose name matches what a controller reports about its server, best match first. At least one word with a
 * digit has to be in both, or the whole model; anything else is too common.
 */
export function platformsFor<P extends Named>(
  { manufacturer, model, part }: { manufacturer: string; model: string; part: string },
  platforms: readonly P[],
): P[] {
  const said = new Set(wordsOf(`${manufacturer} ${model} ${part}`))
  return platforms
    .map((platform) => {
      const words = wordsOf(platform.name)
      const shared = words.filter((word) => said.has(word))
      const whole = within(platform.name, model)
      const telling = whole || shared.some((word) => weight(word) > 1)
      const score =
        (whole ? 10 : 0) + shared.reduce((sum, word) => sum + weight(word), 0) - 0.1 * (words.length - shared.length)
      return { platform, score: telling ? score : 0 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.platform.id - b.platform.id)
    .slice(0, MOST)
    .map(({ platform }) => platform)
}
