import { randomUUID } from 'node:crypto'
import { bodyOf, type RawJson } from './endpoint.ts'

/**
 * Answers that the database wrote, kept out of an envelope that is made by `JSON.stringify`. A mark stands for each there, which no
 * text of a client can contain, because it is new with each request.
 */
export class RawTexts {
  readonly #mark = randomUUID()
  readonly #kept: RawJson[] = []

  /** Answers what is to stand in its place. */
  keep(answer: RawJson): string {
    return `${this.#mark}-${this.#kept.push(answer) - 1}`
  }

  get isEmpty(): boolean {
    return this.#kept.length === 0
  }

  /** The envelope in pieces, with each text in its place. */
  async pieces(envelope: string): Promise<string[]> {
    const parts = envelope.split(new RegExp(`"${this.#mark}-(\\d+)"`))
    const texts = parts.map(async (part, n) => (n % 2 === 0 ? [part] : await this.#text(Number(part))))
    return (await Promise.all(texts)).flat()
  }

  async #text(at: number): Promise<readonly string[]> {
    const body = this.#kept[at]?.body ?? ['null']
    return body instanceof ReadableStream ? [await new Response(bodyOf(body)).text()] : body
  }
}
