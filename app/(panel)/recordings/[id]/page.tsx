import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { PlayerPage } from '../../../../components/recordings/player/player-page.tsx'

export const generateMetadata = () => pageTitle('recordings')

export default recordPage(PlayerPage, 'admin')
