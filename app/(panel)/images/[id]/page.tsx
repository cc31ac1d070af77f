import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { ImagePage } from '../../../../components/vm-images/page/image-page.tsx'

export const generateMetadata = () => pageTitle('images')

export default recordPage(ImagePage)
