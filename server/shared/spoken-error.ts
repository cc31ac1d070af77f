import { errorText } from './library-messages.ts'
import { quote, type Text } from './text.ts'

/** An error whose words are for people. */
export class SpokenError extends Error {
  readonly #text: Text

  constructor(text: Text, options?: ErrorOptions) {
    super(text.toString(), options)
    this.#text = text
  }

  /** The words of `message`, apart from what is filled in. */
  get text(): Text {
    return this.#text
  }
}

/** The same, of one of several kinds that callers decide on. */
export class KindError<Kind extends string> extends SpokenError {
  readonly kind: Kind

  constructor(kind: Kind, text: Text, options?: ErrorOptions) {
    super(text, options)
    this.kind = kind
  }
}

/** The words of whatever was thrown; those of others are quoted. */
export function textOf(thrown: unknown): Text {
  if (thrown instanceof SpokenError) return thrown.text
  return thrown instanceof Error ? errorText(thrown.message) : quote(String(thrown))
}
