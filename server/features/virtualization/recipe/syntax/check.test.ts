import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkScript } from './check.ts'

const check = (script: string, type: 'shell' | 'power_shell' = 'shell') =>
  checkScript({ script, type }, AbortSignal.timeout(30_000))

describe('the syntax of a script', () => {
  it.each([
    ['an open if', '#!/bin/sh\nset -eu\nif true; then\n  echo\n', 3, /if.*fi/],
    ['an open quote', '#!/bin/bash\necho "$A\n', 2, /quote/],
    ['an open here-document', 'cat <<EOF\ntext\n', 1, /here-document/],
    ['a list, which only bash has', '#!/bin/sh\na=(1 2)\n', 2, /arrays.*bash/],
  ])('is wrong with %s', async (_, script, line, words) => {
    const { errors } = await check(script)
    expect(errors).toMatchObject([{ line, message: expect.stringMatching(words) }])
  })

  it.each([
    ['#!/bin/sh\nset -eu\n[ -n "$WHO" ] && echo "$WHO"\n', 'posix'],
    ['echo\n', 'posix'],
    ['', 'posix'],
    ['#!/bin/bash -e\na=(1 2)\necho "$a"\n', 'bash'],
    ['#!/usr/bin/env -S LANG=C bash -e\na=(1 2)\n', 'bash'],
    ['#!/usr/bin/env bash\na=(1 2)\n', 'bash'],
  ])('is right: %j', async (script, dialect) => expect(await check(script)).toEqual({ dialect, errors: [] }))

  it('is not judged for other interpreters', async () => {
    expect(await check('#!/usr/bin/python3\nif True:\n  print(1)\n')).toEqual({ dialect: null, errors: [] })
    expect(await check('if ($true) {', 'power_shell')).toEqual({ dialect: null, errors: [] })
  })

  it('is looked at without running anything', async () => {
    const mark = path.join(mkdtempSync(path.join(tmpdir(), 'syntax-')), 'mark')
    await check(`#!/bin/bash\ntouch ${mark}\n: $(touch ${mark}) \`touch ${mark}\`\n`)
    expect(existsSync(mark)).toBe(false)
  })

  it('is refused in words when it is nested beyond reason', async () => {
    await expect(check('$('.repeat(30_000))).rejects.toMatchObject({ code: 'refused', value: 'script' })
    await expect(check('('.repeat(60_000))).rejects.toMatchObject({ code: 'refused' })
    expect((await check('echo fine\n')).errors).toEqual([])
  })

  it('ends with its caller', async () => {
    await expect(checkScript({ script: 'echo\n', type: 'shell' }, AbortSignal.abort())).rejects.toThrow()
  })
})
