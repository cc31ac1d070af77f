import type { ListAnswer } from './run.ts'

const head = '{"list":['
const tail = ({ size, last_notify }: ListAnswer) => `],"size":${size},"last_notify":${last_notify}}`

const start = ({ rows }: ListAnswer) => [head, ...rows.map((text, index) => (index ? `,${text}` : text))]

async function* chunks(answer: ListAnswer): AsyncGenerator<string> {
  yield start(answer).join('')
  for await (const rows of answer.more ?? []) yield `,${rows}`
  yield tail(answer)
}

/** A stream of UTF-8 that reads on only when the peer has taken what it got. */
export const byteStream = (texts: AsyncGenerator<string>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await texts.next()
        if (done) controller.close()
        else controller.enqueue(Buffer.from(value))
      },
      cancel: async () => {
        await texts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )

/** Body of a REST answer, its rows written through as they came: pieces of a text, or a stream when there are many rows. */
export const listPieces = (answer: ListAnswer): readonly string[] | ReadableStream<Uint8Array> =>
  answer.more ? byteStream(chunks(answer)) : [...start(answer), tail(answer)]

/** The same as one text. */
export const listBody = (answer: ListAnswer): string | ReadableStream<Uint8Array> => {
  const pieces = listPieces(answer)
  return pieces instanceof ReadableStream ? pieces : pieces.join('')
}

/** The answer as a value, for tRPC and services. */
export const parseList = async <Row>(
  answer: ListAnswer,
): Promise<{ list: Row[]; size: number; last_notify: number }> => {
  let text = ''
  for await (const chunk of chunks(answer)) text += chunk
  return JSON.parse(text) as { list: Row[]; size: number; last_notify: number }
}
