import { describe, expect, it } from 'vitest'
import { presetFields } from '../../server/domain/preset/fields.ts'
import type { Preset } from '../../server/domain/preset/record.ts'
import { presetCreate, presetEdit } from '../../server/domain/preset/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { createBody, editBody, fixedBy } from './form-values.ts'

const preset = {
  id: 3,
  name: 'Web',
  virtualization_type: 'kvm',
  comment: null,
  cpu_number: 2,
  ram_mib: 4096,
  hdd_mib: 40_960,
  disks: null,
  cpu_mode: 'custom',
  cpu_custom_model: 'EPYC',
  nesting: false,
  anti_spoofing: null,
  cpu_weight: 500,
  io_read_iops: -1,
} as Preset
const valuesOf = (record?: Preset) => ({
  ...formValues(presetFields, 'create', record ?? { virtualization_type: 'kvm', name: 'New' }),
  ...fixedBy(record),
})

describe('a new preset', () => {
  it('says nothing of what was left open', () =>
    expect(createBody(valuesOf())).toEqual({
      name: 'New',
      virtualization_type: 'kvm',
      cpu_number: 1,
      ram_mib: 2048,
      hdd_mib: 20_480,
    }))

  it('is what the operation takes', () => {
    const full = { cpu_weight: 10, io_write_iops: 0, nesting: true, anti_spoofing: true }
    const body = createBody({ ...valuesOf(), ...full, cpu_mode: 'custom', cpu_custom_model: ' EPYC ' })
    expect(body).toMatchObject({ cpu_weight: 10, cpu_mode: 'custom', cpu_custom_model: 'EPYC' })
    expect(body).not.toHaveProperty('io_write_iops')
    expect(presetCreate.safeParse(body).error).toBeUndefined()
  })
})

describe('a preset of containers', () => {
  it('limits processes, one of VMs does not', () => {
    const values = { ...valuesOf(), process_number: 300 }
    expect(createBody({ ...values, virtualization_type: 'lxd' })).toMatchObject({ process_number: 300 })
    expect(createBody(values)).not.toHaveProperty('process_number')
  })
})

describe('a changed preset', () => {
  it('sends nothing when nothing differs', () => expect(editBody(valuesOf(preset), preset)).toEqual({}))

  it.each([
    [{ name: 'Shop' }, { name: 'Shop' }],
    [{ ram_mib: 8192 }, { ram_mib: 8192 }],
    [{ cpu_weight: null }, { cpu_weight: 0 }],
    [{ io_read_iops: 300 }, { io_read_iops: 300 }],
    [{ anti_spoofing: true }, { anti_spoofing: true }],
    [{ cpu_mode: 'default' as const }, { cpu_mode: 'default', cpu_custom_model: '' }],
    [{ cpu_custom_model: 'Skylake-Server' }, { cpu_custom_model: 'Skylake-Server' }],
  ])('%j is sent as %j', (over, wanted) => {
    const body = editBody({ ...valuesOf(preset), ...over }, preset)
    expect(body).toEqual(wanted)
    expect(presetEdit.safeParse(body).error).toBeUndefined()
  })
})
