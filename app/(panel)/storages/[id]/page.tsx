import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { StoragePage } from '../../../../components/storages/page/storage-page.tsx'

export const generateMetadata = () => pageTitle('storages')

export default recordPage(StoragePage, 'admin')
