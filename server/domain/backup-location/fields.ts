import { defineFields } from '../shared/field.ts'

/** The fields of a backup location that are its own, but how it is reached. */
export const backupLocationFields = defineFields({
  name: { type: 'text', format: 'filled', max: 255, required: true },
  comment: { type: 'text', atMost: 2000, lines: 2, nullable: true, emptyIsNull: true },
  quota_mib: {
    type: 'int',
    min: 1,
    nullable: true,
    zeroIsNull: true,
    unit: 'MiB',
    describe: 'How much the panel may store there; null, in bodies 0: all there is',
  },
})
