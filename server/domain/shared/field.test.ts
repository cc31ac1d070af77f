import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineFields, formValues, toColumns, toCreate, toEdit } from './field.ts'
import { createShape, formShape } from './field-schema.ts'

const fields = defineFields({
  most: { type: 'int', min: -1, unlimited: true },
  share: { type: 'number', min: 0.5, max: 5, form: 'needed' },
})

it('leaves a form empty where -1 lifts a limit, and sends -1 for what is left empty', () => {
  const values = formValues(fields, 'edit', { most: -1, share: 1 })
  expect(values).toEqual({ most: null, share: 1 })
  expect(toCreate(fields, values)).toEqual({ most: -1, share: 1 })
  expect(toEdit(fields, values, { most: 4, share: 1 })).toEqual({ most: -1 })
  expect(toEdit(fields, values, { most: -1, share: 1 })).toEqual({})
})

it('leaves a form empty where 0 lifts a limit, sends 0 for what is left empty, and keeps null', () => {
  const limits = defineFields({ quota: { type: 'int', min: 5, max: 9, nullable: true, zeroIsNull: true } })
  const values = formValues(limits, 'edit', { quota: null })
  expect(values).toEqual({ quota: null })
  expect(toEdit(limits, values, { quota: 7 })).toEqual({ quota: 0 })
  expect(toEdit(limits, values, { quota: null })).toEqual({})
  expect(toColumns(limits, { quota: 0 })).toEqual({ quota: null })
  expect(toColumns(limits, { quota: 7 })).toEqual({ quota: 7 })
  const taken = [0, 5, 9, 4, 10, -1, null].map((quota) => z.object(createShape(limits)).safeParse({ quota }).success)
  expect(taken).toEqual([true, true, true, false, false, false, false])
})

it('insists in a form on what a body may leave out', () => {
  expect(z.object(formShape(fields, 'create')).safeParse({ most: null, share: null }).error?.issues).toMatchObject([
    { path: ['share'] },
  ])
  expect(z.object(createShape(fields)).safeParse({}).success).toBe(true)
  expect(z.object(createShape(fields)).safeParse({ share: 1.5 }).success).toBe(true)
})
