import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { WarehousePage } from '../../../components/warehouse/warehouse-page.tsx'

export const generateMetadata = () => pageTitle('warehouse')

export default page(WarehousePage, 'admin')
