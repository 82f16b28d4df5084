import '../public-pages.css'
import { startDemo } from './demo.ts'
import { startDocsMenu, startDocsSearch } from './docs.ts'
import { startSalesDialog } from './sales.ts'
import { showSignedIn } from './signed-in.ts'
import { startThemeChoice } from './theme-choice.ts'

showSignedIn()
startThemeChoice()
startDemo()
startSalesDialog()
startDocsMenu()
startDocsSearch()
