import type { Cluster } from '../../server/domain/cluster/record.ts'
import { Mono } from '../ui/display/text.tsx'
import { filterText } from './host-filter.ts'

export default function FilterText({ filter }: { filter: Cluster['host_filter'] }) {
  return <Mono className="whitespace-pre-line">{filterText(filter)}</Mono>
}
