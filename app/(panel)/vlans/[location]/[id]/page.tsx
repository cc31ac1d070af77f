import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { VlanPage } from '../../../../../components/vlans/vlan-page.tsx'

export const generateMetadata = () => pageTitle('vlans')

export default recordPage<'location' | 'id'>(VlanPage, 'admin')
