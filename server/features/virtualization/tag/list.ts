import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { tagFields } from '../../../domain/tag/fields.ts'
import { API_TYPE } from '../storage/sql.ts'

const clusters = jsonList(
  { id: 'c.id', name: 'c.name', virtualization_type: 'c.virtualization_type' },
  'cluster_storage cs join cluster c on c.id = cs.cluster_id where cs.storage_id = s.id',
  'c.id',
)

/** Tags of storages are the administrators'. */
export const tagList = defineList<Actor>({
  name: 'tag',
  from: 'storage_tag t',
  fields: {
    id: { type: 'int', sql: 't.id' },
    ...listFields(tagFields, 't'),
    immortal: { type: 'bool', sql: 't.immortal' },
  },
  row: {
    storages: jsonList(
      { id: 's.id', name: 's.name', type: API_TYPE, cluster: clusters },
      'storage_tagged st join storage s on s.id = st.storage_id where st.tag_id = t.id',
      's.id',
    ),
  },
  search: ['name', 'note'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
