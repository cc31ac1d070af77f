import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { VlanMatrixPage } from '../../../../components/vlans/matrix/vlan-matrix-page.tsx'

export const generateMetadata = () => pageTitle('vlanMatrix')

export default page(VlanMatrixPage, 'admin')
