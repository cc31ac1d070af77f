import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { LocationsPage } from '../../../components/locations/locations-page.tsx'

export const generateMetadata = () => pageTitle('locations')

export default page(LocationsPage, 'admin')
