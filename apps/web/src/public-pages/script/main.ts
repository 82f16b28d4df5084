import '../public-pages.css'
import { startDemo } from './demo.ts'
import { startDocsMenu, startDocsSearch } from './docs.ts'
import { startSalesDialog } from './sales.ts'
import { showSignedIn } from './signed-in.ts'
import { showUnknownAddress } from './unknown-address.ts'
import { startThemeChoice } from './theme-choice.ts'

showSignedIn()
showUnknownAddress()
startThemeChoice()
startDemo()
startSalesDialog()
startDocsMenu()
startDocsSearch()
