import { endpoint } from '../../../api/endpoint.ts'
import { sentenceQuestion, sentences } from '../../../domain/sentence/schema.ts'
import { readSentences } from './service.ts'

export const sentenceEndpoints = {
  read: endpoint({
    service: 'vm',
    tag: 'platform',
    method: 'POST',
    path: '/sentence',
    summary: 'Tell what is filled in in words of the panel',
    description:
      'Faults, causes and progress are stored and sent in English. This tells of such words their template and its values, so that they can be said in another language; null where the words are not known.',
    access: 'user',
    readOnly: true,
    body: sentenceQuestion,
    answer: sentences,
    run: (_, { body }) => readSentences(body.words),
  }),
}
