import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { LocationPage } from '../../../../components/locations/page/location-page.tsx'

export const generateMetadata = () => pageTitle('locations')

export default recordPage(LocationPage, 'admin')
