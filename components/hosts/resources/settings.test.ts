import { expect, it } from 'vitest'
import type { Host } from '../../../server/domain/host/record.ts'
import { hasSetting, settings, whenOf } from './settings.ts'

const host = (virtualization_type: 'kvm' | 'lxd') =>
  ({
    state: 'active',
    hot_plug: false,
    waits_for_start: [] as string[],
    cluster: { id: 1, name: 'c', virtualization_type },
  }) as Host
const all = Object.values(settings).flat()

it('offers containers what they have, and VMs what they have', () => {
  expect(all.filter((field) => !hasSetting(host('kvm'), field))).toEqual(['process_number'])
  expect(all.filter((field) => !hasSetting(host('lxd'), field))).toEqual([
    'cpu_mode',
    'hot_plug',
    'cpu_weight',
    'io_weight',
  ])
})

it('says that containers grow while they run', () => {
  const when = (type: 'kvm' | 'lxd') => [whenOf(host(type), 'cpu_number'), whenOf(host(type), 'ram_mib')]
  expect(when('kvm')).toEqual(['next_start', 'less_now'])
  expect(when('lxd')).toEqual(['now', 'now'])
})
