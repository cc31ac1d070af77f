import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { encodeJob, readProgress } from './job.ts'

const hostile = ['$(touch /tmp/x)', '`id`', "'; reboot #", '"', 'a\nmode wipe\n', '', ' ', 'ü\u0000x', '\\'.repeat(50)]

it('a shell reads every value back as it was', () => {
  // As the live system does it; a shell cannot hold the byte 0.
  const read =
    'while read -r name value; do [ "$name" = one ] && printf %s "$value" | base64 -d | base64 -w0 && echo; done'
  const said = execFileSync('sh', ['-c', read], { input: encodeJob(hostile.map((value) => ['one', value] as const)) })
  const back = said
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => Buffer.from(line, 'base64').toString())
  expect(back).toEqual(hostile)
})

it.each(['', 'Mode', 'a b', 'a\n', 'x'.repeat(33)])('the name %j is refused', (name) => {
  expect(() => encodeJob([[name, 'x']])).toThrow(RangeError)
})

describe('progress', () => {
  it('is read, with what later versions add left out', () => {
    const words = Buffer.from('Writing the image').toString('base64')
    expect(readProgress(`step write\npercent 42\nwords ${words}\neta 5\n`)).toEqual({
      step: 'write',
      percent: 42,
      words: 'Writing the image',
    })
    expect(readProgress('step write')).toEqual({ step: 'write', percent: null, words: null })
  })

  it.each([
    '',
    'percent 5',
    'step A',
    'step a b',
    'step write\npercent 101',
    'step write\npercent -1',
    'step write\r\n',
    'x'.repeat(2000),
  ])('%j is not taken', (text) => {
    expect(readProgress(text)).toBeNull()
  })

  it('has bounded words', () => {
    const words = Buffer.from('w'.repeat(700)).toString('base64')
    expect(
      readProgress(`step write\nwords ${words}`)?.words ?? readProgress(`step write\nwords ${words}`),
    ).toHaveLength(500)
  })
})
