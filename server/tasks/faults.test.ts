import { expect, it } from 'vitest'
import { PanelError } from '../domain/shared/errors.ts'
import { pause } from '../shared/abort.ts'
import { msg } from '../shared/text.ts'
import { describeFault, TaskFault } from './faults.ts'
import { toJson } from './json.ts'

it('shows users what is useful, and no internals', () => {
  expect(describeFault(new PanelError('no_resources', msg`The disk is full`, { value: 'disk' }), 'copy')).toEqual({
    code: 'no_resources',
    message: 'The disk is full',
    text: msg`The disk is full`,
    value: 'disk',
  })
  expect(describeFault(new TaskFault('timeout', msg`Too late`), 'copy')).toEqual({
    code: 'timeout',
    message: 'Too late',
    text: msg`Too late`,
  })
  expect(describeFault(new Error('select password from x'), 'copy').message).toBe(
    'Internal error in step copy; the log of the panel has the cause',
  )
  expect(describeFault('x', null).code).toBe('internal')
})

it('pauses until aborted', async () => {
  const controller = new AbortController()
  const waiting = pause(60_000, controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(pause(1, controller.signal)).rejects.toThrow('enough')
})

it('writes JSON that PostgreSQL takes', () => {
  expect(toJson({ a: 'x\0y', '\ud800': ['\udc00z'] })).toBe(JSON.stringify({ a: 'x\ufffdy', '\ufffd': ['\ufffdz'] }))
  expect(toJson('\\u0000 as a word')).toBe(JSON.stringify('\\u0000 as a word'))
  expect(toJson(undefined)).toBe('null')
  expect(toJson('\u{1f600}')).toBe(JSON.stringify('\u{1f600}'))
})
